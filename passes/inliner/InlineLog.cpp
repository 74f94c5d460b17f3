//===- InlineLog.cpp - Writes decisions to a training log -----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineLog.h"

#include <algorithm>
#include <sys/stat.h>

namespace mlgo {
namespace {

bool isFolder(const std::string &Path) {
  struct stat Info;
  return ::stat(Path.c_str(), &Info) == 0 && S_ISDIR(Info.st_mode);
}

} // namespace

Result<std::unique_ptr<InlineLog>>
InlineLog::create(const std::string &Path, const std::string &Module,
                  std::vector<TensorSpec> Inputs) {
  std::string File = Path;
  if (isFolder(Path)) {
    std::string Name = Module;
    std::replace(Name.begin(), Name.end(), '/', '_');
    File += "/" + Name + ".log";
  }
  Inputs.push_back(TensorSpec::createSpec<int64_t>("inlining_decision", {1}));
  auto Log = TrainingLogWriter::create(File, std::move(Inputs));
  if (!Log)
    return Log.error();
  Log->switchContext(Module);
  return std::unique_ptr<InlineLog>(new InlineLog(std::move(*Log)));
}

InlineLog::~InlineLog() {
  // A log that cannot be finished leaves nothing behind; the compilation is not
  // to fail for it.
  (void)Log.close();
}

bool InlineLog::onDecision(const InlineDecision &D) {
  Log.startObservation();
  const size_t NumInputs = D.Inputs.inputs().size();
  for (size_t I = 0; I < NumInputs; ++I)
    Log.logTensorValue(I, D.Inputs.getTensorUntyped(I));
  const int64_t Answer = D.Decision;
  Log.logTensorValue(NumInputs, &Answer);
  Log.endObservation();
  return D.Decision;
}

} // namespace mlgo
