//===- InlineLog.cpp - Writes decisions to a training log -----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineLog.h"

#include "NativeReward.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace mlgo {
namespace {

/// File systems allow names of 255 bytes; a temporary name is longer.
constexpr size_t MaxNameBytes = 200;

mlgo::TensorSpec int64Spec(const char *Name) {
  return mlgo::TensorSpec::createSpec<int64_t>(Name, {1});
}

/// The name of a file for \p M in a folder. Source files of one name, and one
/// source compiled in several ways, have modules that differ.
std::string getFileName(const Module &M) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  OS << M.getModuleIdentifier() << '\0';
  WriteBitcodeToFile(M, OS);
  const uint64_t Hash = xxh3_64bits(StringRef(Bytes.data(), Bytes.size()));
  std::string Name = M.getModuleIdentifier();
  for (char &C : Name)
    if (C == '/' || C < ' ' || C == 127)
      C = '_';
  if (Name.size() > MaxNameBytes)
    Name.erase(0, Name.size() - MaxNameBytes);
  return Name + "-" + utohexstr(Hash, /*LowerCase=*/true, 16) + ".log";
}

} // namespace

Result<std::unique_ptr<InlineLog>>
InlineLog::create(const InlineOptions &Options, const Module &M,
                  const MLModelRunner &Runner,
                  std::unique_ptr<SizeEstimator> Estimator,
                  std::function<void(const Error &)> Report) {
  using RewardKind = InlineOptions::RewardKind;
  const bool RewardsAtEnd = Options.Reward == RewardKind::Native;
  if (RewardsAtEnd && !isRewardAtEnd())
    return Error("mlgo-inline-reward is 'native', which takes a pipeline that "
                 "ends in code, such as default<Oz>");
  DecisionLogOptions Columns;
  Columns.Default = int64Spec("inlining_default");
  if (Options.Reward != RewardKind::None)
    Columns.Score = int64Spec("delta_size");
  std::string File = Options.TrainingLog;
  if (sys::fs::is_directory(File))
    File += "/" + getFileName(M);
  auto Log = DecisionLog::create(File, Runner, int64Spec("inlining_decision"),
                                 Columns);
  if (!Log)
    return Log.error();
  Log->switchContext(M.getModuleIdentifier());
  std::unique_ptr<InlineLog> Created(new InlineLog(M, std::move(*Log)));
  Created->RewardsAtEnd = RewardsAtEnd;
  Created->Estimator = std::move(Estimator);
  Created->Report = std::move(Report);
  return Created;
}

InlineLog::~InlineLog() {
  if (RewardsAtEnd) {
    rewardAtEnd(M, std::move(Log), std::move(Report));
    return;
  }
  // A log that cannot be finished leaves nothing behind; the compilation goes
  // on.
  if (Status Closed = Log.close(); !Closed)
    Report(Closed.error());
  else if (NumUnknown)
    Report(Error(M.getModuleIdentifier() + ": the effect of " +
                 std::to_string(NumUnknown) +
                 " decisions on native size is unknown"));
}

bool InlineLog::onDecision(const InlineDecision &D) {
  AwaitsOutcome = D.IsPolicys;
  if (!D.IsPolicys)
    return D.Decision;
  const int64_t Answer = D.Decision;
  const int64_t Default = D.StockDecision;
  Log.logDecision(D.Inputs, &Answer, &Default);
  if (Estimator && D.Decision)
    measureBefore(D.CB);
  return D.Decision;
}

void InlineLog::measureBefore(CallBase &CB) {
  CallerBefore = Estimator->getNativeSize(*CB.getCaller());
  CalleeBefore = Estimator->getNativeSize(*CB.getCalledFunction());
}

void InlineLog::onOutcome(Function &Caller, InlineOutcome Outcome) {
  const bool IsLogged = std::exchange(AwaitsOutcome, false);
  if (!IsLogged || !Estimator || Outcome == InlineOutcome::NotInlined)
    return;
  const bool IsCalleeGone = Outcome == InlineOutcome::InlinedAndDeleted;
  const std::optional<int64_t> After = Estimator->getNativeSize(Caller);
  if (!After || !CallerBefore || (IsCalleeGone && !CalleeBefore)) {
    ++NumUnknown;
    return;
  }
  const int64_t Reward =
      *After - *CallerBefore - (IsCalleeGone ? *CalleeBefore : 0);
  Log.logReward(&Reward);
}

} // namespace mlgo
