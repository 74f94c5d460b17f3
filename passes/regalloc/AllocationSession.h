// Who decides in a module
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AllocationScore.h"
#include "mlgo/runner/MLModelRunner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace mlgo {
/// Sees each decision of one advisor of the register allocator before it is
/// carried out, and may change it, and each function's score. The trainer
/// labels decisions this way; the plugin writes logs.
///
/// \p DecisionT has the type Answer of what is decided, and the members
/// `MLModelRunner &Inputs` and `Answer Decision`.
template <typename DecisionT> class AllocationObserver {
public:
  virtual ~AllocationObserver() = default;

  /// Returns the answer to give; what is not legal means the stock decision.
  virtual typename DecisionT::Answer onDecision(const DecisionT &D) = 0;

  /// Called before the first decision of a function that has any.
  virtual void onFunction(const llvm::MachineFunction &MF) {}

  /// Called for each function after its allocation.
  virtual void onAllocated(const llvm::MachineFunction &MF,
                           const llvm::MachineBlockFrequencyInfo &MBFI,
                           const AllocationScore &Score) {}

  /// False if the inputs need not be gathered for its sake, which is most of
  /// the cost. May change at any time.
  virtual bool needsInputs() const { return true; }
};

/// What a session is made of.
template <typename DecisionT, typename CountsT> struct AllocationConfig {
  using Decision = DecisionT;
  using Counts = CountsT;

  std::unique_ptr<MLModelRunner> Runner;
  /// For functions with minsize or optsize, instead of Runner; null if that
  /// decides all. Has the same inputs.
  std::unique_ptr<MLModelRunner> SizeRunner;
  /// Of the output of both.
  TensorType AnswerType = TensorType::Int64;
  /// Answer with the stock decision instead of asking Runner, which only holds
  /// inputs; SizeRunner is asked.
  bool UseStockDecision = false;
  /// In functions with minsize or optsize the policy may not add memory
  /// accesses in loops.
  bool GuardHot = true;
  /// The stock decision is wanted, also if neither the runner nor an observer
  /// looks at it: it is counted where decisions differ.
  bool NeedsStockDecision = false;
  /// Each is told what the one before decided.
  std::vector<std::unique_ptr<AllocationObserver<DecisionT>>> Observers;
  /// Told what has kept the policy from deciding, each time; may be empty.
  std::function<void(const Error &)> OnFailure;
  /// Told, for each function, of a target or a level that the advisor or the
  /// policy is not for; may be empty.
  std::function<void(const Error &)> OnUnserved;
  /// Called when a function has been allocated, with the counts of all so far;
  /// may be empty.
  std::function<void(const llvm::MachineFunction &, const CountsT &)>
      OnAllocated;
  /// Called with the counts when the module is done; may be empty.
  std::function<void(const CountsT &)> OnExit;
};

/// Lives as long as one module is compiled. One thread at a time may use it.
/// \p Counts has a member Score, the sum of all functions' scores.
template <typename ConfigT> struct AllocationSession {
  explicit AllocationSession(ConfigT TheConfig)
      : Config(std::move(TheConfig)) {}
  ~AllocationSession() {
    if (Config.OnExit)
      Config.OnExit(Counts);
  }

  /// Who decides in \p MF.
  MLModelRunner &runnerOf(const llvm::MachineFunction &MF) const {
    return Config.SizeRunner && MF.getFunction().hasOptSize()
               ? *Config.SizeRunner
               : *Config.Runner;
  }

  /// Whether \p Runner, one of runnerOf, is not to be asked.
  bool usesStock(const MLModelRunner &Runner) const {
    return Config.UseStockDecision && &Runner == Config.Runner.get();
  }

  /// Whether nobody but stock has anything to do with \p MF.
  bool leavesToStock(const llvm::MachineFunction &MF) const {
    return usesStock(runnerOf(MF)) && Config.Observers.empty() &&
           !Config.NeedsStockDecision;
  }

  /// Whether a policy may add no memory accesses in loops of \p MF.
  bool guardsHot(const llvm::MachineFunction &MF) const {
    return Config.GuardHot && MF.getFunction().hasOptSize();
  }

  /// Whether anybody looks at the inputs of \p Runner.
  bool needsInputs(const MLModelRunner &Runner) const {
    return !usesStock(Runner) ||
           llvm::any_of(Config.Observers, [](const auto &Observer) {
             return Observer->needsInputs();
           });
  }

  /// Scores \p MF, which has been allocated, for those who want to know, and
  /// tells that it is done.
  void score(const llvm::MachineFunction &MF,
             const llvm::MachineBlockFrequencyInfo &MBFI) {
    if (Config.OnAllocated)
      Config.OnAllocated(MF, Counts);
    if (!Config.OnExit && Config.Observers.empty())
      return;
    const AllocationScore Score = scoreAllocation(MF, MBFI);
    Counts.Score += Score.total();
    for (const auto &Observer : Config.Observers)
      Observer->onAllocated(MF, MBFI, Score);
  }

  /// Tells OnFailure why \p Runner does not decide, if it does not.
  void reportFailure(const MLModelRunner &Runner) const {
    if (const Error *Failure = Runner.failure(); Failure && Config.OnFailure)
      Config.OnFailure(*Failure);
  }

  ConfigT Config;
  typename ConfigT::Counts Counts;
};

/// Who is asked when code is generated. Threads of an in-process LTO link may
/// ask at the same time.
template <typename SessionT> struct AllocationSessionFactory {
  /// False to leave everything to LLVM, whose own analysis is then used as if
  /// we were not there.
  bool (*IsWanted)();
  /// The session of \p M, or null if the stock advisor is to decide there.
  std::unique_ptr<SessionT> (*Create)(llvm::Module &M);
  /// If there, and true, sessions begin with the first function that has
  /// registers to allocate; else they begin with the module.
  bool (*IsLazy)() = nullptr;
};
} // namespace mlgo
