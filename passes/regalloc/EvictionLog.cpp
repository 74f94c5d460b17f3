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
                    const MLModelRunner &Runner) {
  std::string File = Path;
  if (isFolder(Path)) {
    std::string Name = Module;
    std::replace(Name.begin(), Name.end(), '/', '_');
    File += "/" + Name + ".log";
  }
  DecisionLogOptions Options;
  Options.Score = TensorSpec::createSpec<float>("reward", {1});
  auto Log = DecisionLog::create(File, Runner, getEvictionOutput(), Options);
  if (!Log)
    return Log.error();
  return std::unique_ptr<EvictionLog>(new EvictionLog(std::move(*Log)));
}

EvictionLog::~EvictionLog() {
  // A log that cannot be finished leaves nothing behind; the compilation is not
  // to fail for it.
  (void)Log.close();
}

void EvictionLog::onFunction(const llvm::MachineFunction &MF) {
  // A function may be allocated in several steps, each with its own advisor.
  if (MF.getName() == Function)
    return;
  Function = MF.getName().str();
  Log.switchContext(Function);
}

int64_t EvictionLog::onDecision(const EvictionDecision &D) {
  Log.logDecision(D.Inputs, &D.Decision);
  return D.Decision;
}

void EvictionLog::onAllocated(const llvm::MachineFunction &MF,
                              const AllocationScore &Score) {
  if (MF.getName() != Function)
    return;
  const float Reward = static_cast<float>(Score.total());
  Log.logReward(&Reward);
}

} // namespace mlgo
