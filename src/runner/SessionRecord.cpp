//===- SessionRecord.cpp - What a compiler sent, in a file ----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionRecord.h"

#include "mlgo/support/File.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace mlgo {

SessionRecord::~SessionRecord() {
  if (Stream)
    ::unlink(Temporary.c_str());
}

Status SessionRecord::start(const std::string &File, uint64_t Number) {
  if (File.empty())
    return Success();
  Path = Number == 1 ? File : File + "." + std::to_string(Number);
  int Descriptor = MLGO_TRY(createTemporaryBeside(Path, Temporary));
  Stream.reset(::fdopen(Descriptor, "wb"));
  if (Stream)
    return Success();
  const Error Failure(Path + ": cannot write: " + std::strerror(errno));
  ::close(Descriptor);
  ::unlink(Temporary.c_str());
  return Failure;
}

Status SessionRecord::close() {
  if (!Stream)
    return Success();
  const bool Failed = std::ferror(Stream.get());
  if (std::fclose(Stream.release()) == 0 && !Failed &&
      ::rename(Temporary.c_str(), Path.c_str()) == 0)
    return Success();
  const Error Failure(Path + ": cannot write: " +
                      (Failed ? "is the disk full?" : std::strerror(errno)));
  ::unlink(Temporary.c_str());
  return Failure;
}

} // namespace mlgo
