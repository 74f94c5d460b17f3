// mlgo host
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo host --model x.mlgo -- opt-22 -passes='default<Oz>' x.bc -o y.bc

#include "mlgo/model/ModelFile.h"
#include "support/BackgroundChild.h"
#include "tools/Commands.h"
#include "tools/host/HostPolicies.h"
#include "tools/host/HostedCompiler.h"
#include <iostream>

namespace mlgo {
namespace {
struct HostOptions {
  std::string Model;
  std::string Rule;
  std::string Task;
  InteractiveHostOptions Host;
  bool Stats = false;
  std::vector<std::string> Command;
};

/// A policy, and what it needs.
struct ChosenPolicy {
  std::unique_ptr<HostPolicy> Policy;
  const mlgo::Task *Task = nullptr; ///< Null: what the compiler is for.
  bool NeedsDefault = false;
};

/// Whether stock compilers can send \p Input with their own decision.
bool isDefaultInput(const std::string &Input) {
  return findTaskThat([&](const Task &T) {
    return !T.Channel.IncludeDefault.empty() && T.Decision.StockInput == Input;
  });
}

Result<ChosenPolicy> choosePolicy(const HostOptions &Options) {
  ChosenPolicy Chosen;
  if (Options.Model.empty()) {
    const auto &Names = RuleHostPolicy::names();
    const auto Rule = static_cast<RuleHostPolicy::Rule>(
        std::find(Names.begin(), Names.end(), Options.Rule) - Names.begin());
    Chosen.Policy = std::make_unique<RuleHostPolicy>(Rule);
    Chosen.NeedsDefault = Rule == RuleHostPolicy::Rule::Default;
    if (Rule == RuleHostPolicy::Rule::First)
      Chosen.Task =
          findTaskThat([](const Task &T) { return !T.Decision.Mask.empty(); });
  } else {
    Model Loaded = MLGO_TRY(loadModel(Options.Model));
    Chosen.Task = findTaskThat([&](const Task &T) {
      return T.Decision.Spec.name() == Loaded.Output.name();
    });
    for (const TensorSpec &Spec : Loaded.Inputs)
      Chosen.NeedsDefault |= isDefaultInput(Spec.name());
    Chosen.Policy = std::make_unique<ModelHostPolicy>(std::move(Loaded));
  }
  if (!Options.Task.empty()) {
    Chosen.Task = MLGO_TRY(findTask(Options.Task));
  }
  return Chosen;
}

/// The exit code of the compiler.
Result<int> runHost(const HostOptions &Options) {
  ChosenPolicy Chosen = MLGO_TRY(choosePolicy(Options));
  auto Host = MLGO_TRY(InteractiveHost::create(Options.Host));
  InteractiveChannel &Channel = Host->channel();
  HostedCompiler Compiler = MLGO_TRY(prepareCompiler(
      Options.Command, Chosen.Task, Chosen.NeedsDefault, Channel.base()));
  auto Child = BackgroundChild::start(Compiler.Arguments, Compiler.Environment,
                                      ProgramPlace::OwnSession);
  if (!Child)
    return Child.error();
  if (Compiler.NeedsHost)
    Channel.endWithHost((*Child)->process());
  const Status Served =
      Host->serve(*Chosen.Policy, [&Child] { return (*Child)->hasEnded(); });
  if (!Served)
    (*Child)->end();
  Channel.endWithHost(0);
  if (!Served)
    return Options.Model.empty() ? Served.error()
                                 : Served.error().in(Options.Model);
  if (Options.Stats)
    std::cerr << "mlgo host: sessions=" << Host->sessions()
              << " observations=" << Host->observations() << '\n';
  return (*Child)->exitCode();
}
} // namespace

void addHostCommand(CLI::App &App) {
  auto Options = std::make_shared<HostOptions>();
  CLI::App *Host = App.add_subcommand(
      "host",
      "Decide for a stock compiler. Runs it, or one with mlgo's plugin, and "
      "answers\n"
      "through LLVM's interactive channel. opt, clang, llc and lld are given\n"
      "the flags that make them ask; for other programs, {channel} in their\n"
      "arguments is the base of the channel. One compiler asks at a time. The\n"
      "exit code is that of the compiler.");
  CLI::Option *Model = Host->add_option("--model", Options->Model,
                                        "The policy that decides, a file");
  Host->add_option("--policy-rule", Options->Rule, "A rule instead of a policy")
      ->check(CLI::IsMember(RuleHostPolicy::names()))
      ->excludes(Model);
  Host->add_option("--task", Options->Task,
                   "What is decided; by default what the policy or the program "
                   "is for");
  Host->add_option("--record", Options->Host.Record,
                   "Write what the compiler sends to this training log; to "
                   "FILE.2 and so on if it starts anew");
  addDefaulted(*Host, "--deadline", Options->Host.DeadlineSeconds,
               "End a compiler that says nothing for so many seconds")
      ->check(CLI::PositiveNumber);
  Host->add_flag("--stats", Options->Stats, "Say what was asked");
  Host->add_option("command", Options->Command, "The compiler, after --")
      ->required();
  Host->footer("Example:\n  mlgo host --model policy.mlgo --record x.log -- "
               "opt-22 -passes='default<Oz>' x.bc -o y.bc");
  Host->callback([Options] {
    if (Options->Model.empty() == Options->Rule.empty())
      failUsage(Error("no policy, expected --model or --policy-rule"));
    const int Code = orFail(runHost(*Options));
    endCommand(Code);
  });
}
} // namespace mlgo
