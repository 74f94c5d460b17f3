// Who decides which passes run while one module is compiled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "BestSets.h"
#include "FunctionGuards.h"
#include "GateDecisions.h"
#include "GateFeatures.h"
#include "GateOptions.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace llvm {
class Function;
class MachineFunction;
class Module;
} // namespace llvm

namespace mlgo {
/// What a policy would see of one decision.
struct GateRow {
  std::string Function; ///< As in the module.
  GateFeatures Features = {};
  bool Runs = true; ///< What was decided.
};

template <typename ArchiveT> void serialize(ArchiveT &A, GateRow &R) {
  A(R.Function, R.Runs);
  for (int64_t &Value : R.Features)
    A(Value);
}

/// What was asked and answered, by pass.
struct GateCounts {
  std::array<uint64_t, NumGatePasses> Asked = {}, Skipped = {};
  uint64_t Functions = 0, Abstained = 0;
};

/// Decides whether passes run on functions of one module, while its IR is
/// optimised and while its code is generated. A policy is asked once for each
/// function and pass, when the pass is to run for the first time after
/// inlining has begun; the answer holds for all later occurrences. What runs
/// before that decides what is inlined, and always runs, but for what a
/// decisions file says. One thread at a time may use it.
class GateSession {
public:
  /// Of \p M, in whose name logs are begun and messages given, with policies
  /// for \p Specs, at least one; or null, which the user has been told about,
  /// if every pass is to run.
  static std::shared_ptr<GateSession> create(llvm::Module &M,
                                             const GateOptions &Options,
                                             std::vector<PolicySpec> Specs);
  /// The same with policies of the caller's, and without a word.
  static std::shared_ptr<GateSession>
  create(llvm::Module &M, std::vector<std::unique_ptr<MLModelRunner>> Policies);
  ~GateSession();

  /// Whether pass \p Pass is to run on \p F now. \p MF is what has been made of
  /// it, or null; \p InCode says whether code is being generated.
  bool shouldRun(size_t Pass, const llvm::Function &F, bool InCode,
                 const llvm::MachineFunction *MF);

  /// Until the next call, passes run as they do in stock, and so does all that
  /// a policy or a set would leave out.
  void waitForInliner(bool IsWaiting) { IsBeforeInliner = IsWaiting; }

  /// \p F is no longer what it was when its inputs were counted.
  void noteChange(const llvm::Function &F);

  /// Calls may be in other functions now than when somebody asked before, as
  /// after inlining. Passes over one function only remove some.
  void noteMovedCalls() { CallersOfForbidden.reset(); }

  /// False if \p Pass always runs, so that nobody has to ask.
  bool mayLeaveOut(size_t Pass) const {
    return AsksAll || getDecidedPasses(false).test(Pass) ||
           getDecidedPasses(true).test(Pass);
  }

  /// Whether nothing is to be decided or told of \p M.
  bool isIdle(const llvm::Module &M) const;

  /// Writes statistics and records and completes the log, once.
  void finish();
  bool hasFinished() const { return HasFinished; }

  /// From now on \p Choices decide about the functions that are in them.
  void setChoices(GateChoices Choices) { this->Choices = std::move(Choices); }
  /// Registers that code of local functions is generated for, by function, as
  /// KeptRegistersAttribute has them.
  using KeptRegisters = std::map<std::string, std::string>;
  void setKeptRegisters(KeptRegisters Kept) { this->Kept = std::move(Kept); }
  /// What is to be said of \p F, or nothing.
  std::string keptRegistersOf(const llvm::Function &F) const;
  /// In this process, a trial, \p Choices decide, too, and nothing is written.
  void beginTrial(GateChoices Choices);
  /// In this process, a trial, all is decided as without it. Others are
  /// compared with what comes out.
  void beginBaseTrial();
  /// In this process, a trial, the policy decides, but otherwise about the
  /// passes in \p Flipped. Keeps what it sees if \p KeepRows.
  void beginPolicyTrial(const GateSet &Flipped, bool KeepRows);
  /// Whether a policy decides about a function of \p M.
  bool hasPolicyFor(const llvm::Module &M) const;
  /// What has been left out, as bits, by function: what choices say, or what
  /// has not run.
  std::map<std::string, std::string> leftOut() const;
  const GateChoices &choices() const { return Choices; }
  /// In a trial, what code of \p Function calls.
  CallCounts callsOf(const std::string &Function) const {
    const auto Found = Functions.find(Function);
    return Found == Functions.end()
               ? CallCounts()
               : Found->second.Calls.value_or(CallCounts());
  }
  /// In the order of the decisions.
  const std::vector<GateRow> &rows() const { return Rows; }

  /// A hash of the decisions about \p F and of its inputs; valid within this
  /// process only.
  uint64_t summarize(const llvm::Function &F) const;

  const GateOptions &options() const { return Options; }

private:
  struct FunctionState {
    std::string Key; ///< As decisions files have it.
    std::array<uint32_t, NumGatePasses> Occurrences = {};
    /// What a policy has been asked about, and what of it it leaves out.
    GateSet Decided, LeftOut;
    GateSet Skipped; ///< What has not run, whoever decided it.
    GateFeatures Features = {};
    bool IsCounted = false;        ///< The features of IR are of now.
    uint64_t CountedMachine = ~0u; ///< Instructions when code was counted.
    FunctionGuards Guards;
    std::optional<CallCounts> Calls; ///< In a trial, once there is code.

    void noteChange() {
      IsCounted = false;
      Guards.noteChange();
    }
  };

  GateSession(llvm::Module &M, GateOptions Options);

  bool asksAll() const;
  const GateSet *findChoice(const llvm::Function &F) const;
  bool callsForbidden(const llvm::Function &F);
  CallCounts countCallsOf(const llvm::MachineFunction &MF) const;
  FunctionState &stateOf(const llvm::Function &F);
  bool decide(size_t Pass, const llvm::Function &F, FunctionState &State,
              bool InCode, const llvm::MachineFunction *MF);
  void decideOnce(size_t Pass, const llvm::Function &F, FunctionState &State,
                  bool InCode, const llvm::MachineFunction *MF);
  MLModelRunner *findPolicy(const llvm::Function &F) const;
  bool ask(MLModelRunner &Runner);
  void fillInputs(MLModelRunner &Runner, size_t Pass, const llvm::Function &F,
                  FunctionState &State, bool InCode,
                  const llvm::MachineFunction *MF);
  void addPolicy(std::unique_ptr<MLModelRunner> Runner, const llvm::Module &M);
  void begin(llvm::Module &M);
  void leaveOutput();
  void fail(const Error &E);

  llvm::LLVMContext *Context; ///< Null when it may be gone.
  GateOptions Options;
  struct Policy {
    std::unique_ptr<MLModelRunner> Runner;
    bool ServesTarget;
  };
  std::vector<Policy> Policies; ///< The first that serves a level decides.
  bool HasPolicy = false;       ///< One may decide about the module.
  bool AsksAll = false;         ///< Not only what policies decide counts.
  bool IsBeforeInliner = false, KeepsRows = false;
  bool IsBase = false; ///< A trial that others are compared with.
  std::optional<GateDecisions> Decisions;
  std::optional<DecisionLog> Log;
  std::string ModuleName, FileName;
  const llvm::TargetLibraryInfoImpl Libraries;
  std::vector<std::string> Forbidden; ///< What must not be called in the end.
  std::optional<llvm::StringSet<>> CallersOfForbidden; ///< None: not known.
  llvm::StringMap<FunctionState> Functions;
  /// The entry that was asked for last.
  llvm::StringMapEntry<FunctionState> *Latest = nullptr;
  const FunctionState *LoggedState = nullptr;
  GateChoices Choices;
  KeptRegisters Kept;
  GateSet Flipped;
  std::vector<GateRow> Rows;
  GateCounts Counts;
  std::string Records;
  bool HasFinished = false;
};
} // namespace mlgo
