//===- EvictionLog.cpp - Writes evictions to a training log ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvictionLog.h"

#include "EvictionInputs.h"

#include <algorithm>
#include <sys/stat.h>

namespace mlgo {
namespace {

bool isFolder(const std::string &Path) {
  struct stat Info;
  return ::stat(Path.c_str(), &Info) == 0 && S_ISDIR(Info.st_mode);
}

} // namespace

Result<std::unique_ptr<EvictionLog>>
EvictionLog::create(const std::string &Path, const std::string &Module,
                    size_t Columns) {
  std::string File = Path;
  if (isFolder(Path)) {
    std::string Name = Module;
    std::replace(Name.begin(), Name.end(), '/', '_');
    File += "/" + Name + ".log";
  }
  auto Features = getEvictionInputs(Columns, false);
  Features.push_back(getEvictionOutput());
  auto Log = TrainingLogWriter::create(
      File, std::move(Features), TensorSpec::createSpec<float>("reward", {1}));
  if (!Log)
    return Log.error();
  return std::unique_ptr<EvictionLog>(new EvictionLog(std::move(*Log)));
}

EvictionLog::~EvictionLog() {
  endObservation(0);
  // A log that cannot be finished leaves nothing behind; the compilation is not
  // to fail for it.
  (void)Log.close();
}

void EvictionLog::endObservation(float Reward) {
  if (NeedsReward)
    Log.logReward(&Reward);
  NeedsReward = false;
}

void EvictionLog::onFunction(const llvm::MachineFunction &MF) {
  // A function may be allocated in several steps, each with its own advisor.
  if (MF.getName() == Function)
    return;
  endObservation(0);
  Function = MF.getName().str();
  Log.switchContext(Function);
}

int64_t EvictionLog::onDecision(const EvictionDecision &D) {
  endObservation(0);
  Log.startObservation();
  for (size_t I = 0; I < EvictionInput::NumLLVM; ++I)
    Log.logTensorValue(I, D.Inputs.getTensorUntyped(I));
  Log.logTensorValue(EvictionInput::NumLLVM, &D.Decision);
  Log.endObservation();
  NeedsReward = true;
  return D.Decision;
}

void EvictionLog::onAllocated(const llvm::MachineFunction &MF,
                              const AllocationScore &Score) {
  if (MF.getName() == Function)
    endObservation(static_cast<float>(Score.total()));
}

} // namespace mlgo
