//===- SessionRecord.h - What a compiler sent, in a file --------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_RUNNER_SESSIONRECORD_H
#define MLGO_RUNNER_SESSIONRECORD_H

#include "mlgo/support/Result.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace mlgo {

/// Writes bytes to a file that appears when it is complete, or to none.
class SessionRecord {
public:
  SessionRecord() = default;
  /// Removes what is not complete.
  ~SessionRecord();
  SessionRecord(const SessionRecord &) = delete;
  SessionRecord &operator=(const SessionRecord &) = delete;

  /// Starts part \p Number, counted from 1, of \p File; nothing is written if
  /// that is empty.
  Status start(const std::string &File, uint64_t Number);

  void append(std::string_view Bytes) {
    if (Stream)
      std::fwrite(Bytes.data(), 1, Bytes.size(), Stream.get());
  }

  /// Completes the file, or tells why it cannot be.
  Status close();

private:
  struct Closer {
    void operator()(std::FILE *Stream) const { std::fclose(Stream); }
  };

  std::unique_ptr<std::FILE, Closer> Stream;
  std::string Path, Temporary;
};

} // namespace mlgo

#endif // MLGO_RUNNER_SESSIONRECORD_H
