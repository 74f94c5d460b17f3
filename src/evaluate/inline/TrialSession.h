// The processes of one module's trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "InlineAdvisor.h"
#include "compile/CycleCount.h"
#include "compile/HiddenProfile.h"
#include "compile/ModulePipeline.h"
#include "compile/ModuleSlice.h"
#include "evaluate/inline/TrialMessages.h"
#include "support/ProcessPool.h"
#include "llvm/IR/Attributes.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlgo {
/// One process of the tree that tries one module. LLVM's factory for advisors
/// takes no closure, so each process has one session, which the factory finds.
///
/// The server stops where the first decision would be made. For each request it
/// forks a process for every whole trial and one to sweep; the sweep replays
/// the first policy and forks at every site that begins a move. Each child goes
/// on compiling and sends what it found to its parent.
class TrialSession {
public:
  /// \p Setting was applied to \p M, which gave \p Level.
  TrialSession(llvm::Module &M, llvm::TargetMachine &TM, CodeLevel Level,
               const CodeSetting &Setting, int RequestPipe, int AnswerPipe)
      : M(M), TM(TM), Level(Level), Profile(Setting.Profile),
        HidesProfile(Setting.HidesProfile), RequestPipe(RequestPipe),
        AnswerPipe(AnswerPipe), IsLTO(isMergedForLTO(M)) {}

  /// Reads the profile beforehand if the module is compiled without it.
  Status readHiddenProfile();

  /// Compiles; ends the process.
  [[noreturn]] void run();

  /// \name What the pipeline calls
  /// @{
  llvm::InlineAdvisor *createAdvisor(llvm::FunctionAnalysisManager &FAM,
                                     llvm::InlineParams Params,
                                     llvm::InlineContext Context);
  bool onDecision(const InlineDecision &D);
  bool needsInputs() const;
  /// Where cycles count, a call that runs often may be worth the inlining of
  /// any callee.
  bool needsAllSites() const { return !Profile.empty(); }
  void onInlinerDone();
  void onArgumentsPromoted();
  void onOptimizerStart();
  void onOptimizerEnd();
  /// @}

private:
  enum class Role { Server, Whole, Sweep, Move };

  /// Whether the module is compiled as if there were no profile. What LTO
  /// merges has one already.
  bool readsProfileApart() const { return HidesProfile && !IsLTO; }
  void readCounts(llvm::FunctionAnalysisManager &FAM);
  [[noreturn]] void measureRuns(const ForkedProcess &Child);
  void serve();
  uint64_t countRuns(llvm::CallBase &CB);
  bool isWorthTrying(uint64_t Runs) const;
  std::vector<int64_t> readInputs(const InlineDecision &D);
  bool answer();
  Status decideBeside(const std::vector<std::string> &Models);
  bool startPolicy(TrialFound &Trial, TrialKnowledge &Learned);
  bool isBase(const std::string &Text) const;
  bool runPolicies();
  void runMoves();
  void learn(const TrialFound &Trial, const TrialKnowledge &Learned,
             bool IsBase);
  void learnCode(const TrialFound &Trial, const TrialKnowledge &Learned);
  [[noreturn]] void endSweep();
  void compile();
  [[noreturn]] void serveConstant();
  const TrialFound &compileConstant(size_t Policy);
  [[noreturn]] void endTrial(const std::string &Failure);
  void startTrial(const ForkedProcess &Forked, Role NewRole);
  void tryMoves(const std::string &Key);
  void awaitMove();
  void startMove(llvm::Function &Caller);
  void chooseChanged();
  void compileUnknown(PassFilter::FunctionSet Candidates);
  std::set<std::string>
  closeOver(std::set<std::string> Names,
            const std::map<std::string, std::set<std::string>> &Edges) const;

  llvm::Module &M;
  llvm::TargetMachine &TM;
  const CodeLevel Level;     ///< Of the pipeline.
  const std::string Profile; ///< Empty: none, and cycles do not count.
  const bool HidesProfile;   ///< Who decides does not see it.
  const int RequestPipe, AnswerPipe;
  const bool IsLTO; ///< The module takes the linker's pipeline.
  /// Of functions in the module, by unit; where their order is of any meaning.
  std::map<std::string, uint32_t, std::less<>> Order;
  std::vector<InlinePolicy> SharedPolicies;
  ModuleRequest Request;
  TrialAnswer Answer;
  PassFilter Filter;
  HotAndCold Written; ///< What sources say, without the profile.
  Role CurrentRole = Role::Server;
  ForkedProcess Self;               ///< In a child: its pipe.
  size_t Policy = 0;                ///< Which policy a whole trial has.
  const InlineMove *Move = nullptr; ///< What a move's trial changes.

  // What the server knows, and its children with it.
  std::map<FunctionHasher::Hash, EncodedUnits> KnownCode;
  /// Model files that decided beside inlining in KnownCode.
  std::vector<std::string> KnownBeside;
  std::string BasePolicy; ///< Encoded; what is known below is of this one.
  std::set<std::string> BaseFunctions; ///< With code under the first policy.
  /// Functions with LTO, before their attributes were inferred.
  std::map<std::string, FunctionHasher::Hash> BaseEarly;
  std::map<std::string, std::set<std::string>> InlinedInto, InlinedFrom;
  std::map<std::string, std::string> CallerOfKey;
  std::map<std::string, llvm::AttributeList> BaseAttributes;

  // What the sweep knows.
  std::map<std::string, std::vector<size_t>, std::less<>> MovesAt;
  size_t MovesLeft = 0;
  struct RunningMove {
    size_t Index;
    ForkedProcess Child;
  };
  std::optional<RunningMove> Running;

  /// Of a module without decisions, by who decides beside.
  std::map<std::vector<std::string>, TrialFound> Constants;

  // What one trial knows.
  llvm::FunctionAnalysisManager *Analyses = nullptr;
  ExecutedBlocks Program; ///< What all of it executes.
  TrialFound Found;
  TrialKnowledge Knowledge;
  /// From functions that need not be compiled.
  EncodedUnits KnownUnits;
  std::set<std::string> Changed;   ///< Functions that a move may change.
  std::set<std::string> CodeUnits; ///< Units of functions, before any is cut.
  std::map<std::string, std::string> DroppedLocals; ///< See dropOtherBodies.
  std::vector<std::string> CompiledUnits; ///< From functions that are not cut.
};
} // namespace mlgo
