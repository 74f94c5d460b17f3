// An advisor in the plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AllocationSession.h"
#include "AllocationTargets.h"
#include "PluginKit.h"
#include "compile/CodePlace.h"
#include "mlgo/runner/NoInferenceModelRunner.h"

namespace mlgo {
/// Logs the inputs of every decision, the extra outputs of the model, if it has
/// any, and the decision, in LLVM's training log format. Contexts are
/// functions. Rewards are 0, but for the last decision of a function the
/// function's score: less is better. The log appears when the module is done.
template <typename DecisionT>
class AllocationLog final : public AllocationObserver<DecisionT> {
public:
  AllocationLog(PluginKit &Kit, llvm::LLVMContext &Context, DecisionLog Log)
      : Kit(Kit), Context(Context), Log(std::move(Log)) {}
  ~AllocationLog() override { Kit.closeLog(Context, std::move(Log)); }

  static DecisionLogOptions columns() {
    DecisionLogOptions Options;
    Options.Score = TensorSpec::createSpec<float>("reward", {1});
    return Options;
  }

private:
  typename DecisionT::Answer onDecision(const DecisionT &D) override {
    const auto Logged = static_cast<typename DecisionT::Logged>(D.Decision);
    Log.logDecision(D.Inputs, &Logged);
    return D.Decision;
  }
  void onFunction(const llvm::MachineFunction &MF) override {
    // A function may be allocated in several steps, each with its own advisor.
    if (MF.getName() == Function)
      return;
    Function = MF.getName().str();
    Log.switchContext(Function);
  }
  void onAllocated(const llvm::MachineFunction &MF,
                   const llvm::MachineBlockFrequencyInfo &,
                   const AllocationScore &Score) override {
    if (MF.getName() != Function)
      return;
    const float Reward = static_cast<float>(Score.total());
    Log.logReward(&Reward);
  }

  PluginKit &Kit;
  llvm::LLVMContext &Context;
  DecisionLog Log;
  std::string Function; ///< The last one with a decision.
};

/// The policies of an advisor.
struct AllocationPolicies {
  PolicySpec Spec;
  /// The policy for functions with minsize or optsize that is compiled in for
  /// a target, a name that ModelScope has; empty: Spec.BuiltIn, which may be
  /// missing, too, decides all.
  std::function<RunnerResult(const std::string &, std::vector<TensorSpec>)>
      BuiltInForSize;

  /// See AllocationConfig.
  bool GuardHot = false;
  /// The first value that an option of the advisor's own does not have.
  std::optional<Error> Fault;

  bool usesBuiltInForSize(const TaskOptions &Options) const {
    return BuiltInForSize && Options.usesBuiltIn();
  }
};

/// The session of \p M as the user's options say, or null, which the user has
/// been told about, if stock is to decide. \p SessionT is an AllocationSession;
/// `std::string formatCounts(const Counts &)` writes its counts.
template <typename SessionT>
std::unique_ptr<SessionT>
createAllocationSession(PluginKit &Kit, const AllocationPolicies &Policies,
                        llvm::Module &M) {
  using ConfigT = decltype(SessionT::Config);
  TaskOptions Options = Kit.readOptions();
  if (Policies.Fault)
    Options.Fault = Policies.Fault;
  llvm::LLVMContext &Context = M.getContext();
  ConfigT Config;
  Config.Runner = Kit.createRunner(Context, Policies.Spec, Options);
  if (!Config.Runner)
    return nullptr;
  Config.AnswerType = Policies.Spec.Decision.type();
  Config.UseStockDecision =
      NoInferenceModelRunner::classof(Config.Runner.get());
  // Whoever trains or plays a host decides all that a policy may.
  Config.GuardHot = Policies.GuardHot && Options.Mode == RunnerMode::Release;
  if (Policies.usesBuiltInForSize(Options)) {
    auto Size = Policies.BuiltInForSize(
        getTargetName(llvm::Triple(M.getTargetTriple())),
        Config.Runner->inputs());
    if (!Size) {
      Kit.reportPolicy(Context, Size.error(), Options);
      return nullptr;
    }
    Config.SizeRunner = std::move(*Size);
  }
  if (!Options.TrainingLog.empty()) {
    using Log = AllocationLog<typename ConfigT::Decision>;
    if (auto Begun = Kit.openLog(M, Options, *Config.Runner, Log::columns()))
      Config.Observers.push_back(
          std::make_unique<Log>(Kit, Context, std::move(*Begun)));
  }
  Config.OnFailure = [&Kit, &Context, Options](const Error &E) {
    Kit.reportPolicy(Context, E, Options);
  };
  Config.OnUnserved = [&Kit, &Context, Options](const Error &E) {
    Kit.reportAbstention(Context, E, Options);
  };
  if (Options.wantsStatistics()) {
    Config.NeedsStockDecision = true;
    Config.OnExit = [&Kit, Options, Name = M.getName().str()](
                        const typename ConfigT::Counts &Counts) {
      Kit.writeStatistics(Options, Name, formatCounts(Counts));
    };
  }
  return std::make_unique<SessionT>(std::move(Config));
}

/// An advisor in the plugin. \p AdvisorT has TaskName, as findTask knows it;
/// Session; policies(), of the options that were given; prepare(), which may
/// change a session that was made; and install(), which takes the session's
/// factory.
template <typename AdvisorT> class AllocationPlugin {
public:
  /// Adds the flags, and from now on LLVM asks the advisor. Call it while the
  /// plugin is loaded.
  static bool install() {
    if (!kit().isInstalled())
      return false;
    AdvisorT::install({isWanted, createSession, isLazy});
    return true;
  }

  static PluginKit &kit() {
    static PluginKit Kit(**findTask(AdvisorT::TaskName));
    return Kit;
  }

private:
  using Session = typename AdvisorT::Session;

  static bool isWanted() {
    const TaskOptions Options = kit().readOptions();
    const AllocationPolicies Policies = AdvisorT::policies(Options);
    return Policies.Fault || PluginKit::isWanted(Policies.Spec, Options) ||
           Policies.usesBuiltInForSize(Options);
  }
  static std::unique_ptr<Session> createSession(llvm::Module &M) {
    auto Made = createAllocationSession<Session>(
        kit(), AdvisorT::policies(kit().readOptions()), M);
    if (Made)
      AdvisorT::prepare(*Made, M);
    return Made;
  }
  static bool isLazy() {
    return kit().readOptions().Mode == RunnerMode::Interactive;
  }
};
} // namespace mlgo
