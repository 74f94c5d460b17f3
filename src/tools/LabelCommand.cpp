//===- LabelCommand.cpp - mlgo label
//---------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo label --corpora DIR --traces DIR --labels DIR PROGRAM...
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "label/FlipLabeler.h"

#include "mlgo/support/File.h"
#include "mlgo/support/ProcessPool.h"
#include "mlgo/tensor/TrainingLogWriter.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <sstream>

namespace fs = std::filesystem;

namespace mlgo {
namespace {

struct LabelCommandOptions {
  std::string Corpora, Traces, Labels;
  std::vector<std::string> Programs;
  LabelOptions Label;
  unsigned Jobs = 1;
};

/// The bitcode files below \p Folder, relative to it, sorted.
std::vector<std::string> findModules(const fs::path &Folder) {
  std::vector<std::string> Modules;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(Folder, EC), E; !EC && I != E;
       I.increment(EC))
    if (I->path().extension() == ".bc")
      Modules.push_back(fs::relative(I->path(), Folder).string());
  std::sort(Modules.begin(), Modules.end());
  return Modules;
}

/// A flat name for the log of module \p Name.
std::string logName(std::string Name) {
  std::replace(Name.begin(), Name.end(), '/', '_');
  return fs::path(Name).replace_extension(".log").string();
}

Status writeLog(const fs::path &Path, const std::string &Context,
                const LabeledModule &Module, bool WithScore) {
  std::vector<TensorSpec> Features = getInlinePolicyInputs();
  Features.push_back(TensorSpec::createSpec<int64_t>("inlining_decision", {1}));
  std::optional<TensorSpec> Score;
  if (WithScore)
    Score = TensorSpec::createSpec<float>("delta_size", {1});
  auto Log = TrainingLogWriter::create(Path.string(), Features, Score);
  if (!Log)
    return Log.error();
  Log->switchContext(Context);
  for (const LabeledDecision &D : Module.Decisions) {
    Log->startObservation();
    for (size_t I = 0; I < D.Inputs.size(); ++I)
      Log->logTensorValue(I, &D.Inputs[I]);
    const int64_t Decision = D.Decision;
    Log->logTensorValue(D.Inputs.size(), &Decision);
    Log->endObservation();
    const float DeltaSize = static_cast<float>(D.DeltaSize);
    if (WithScore)
      Log->logReward(&DeltaSize);
  }
  return Log->close();
}

/// What a trace leaves for labelling: decisions, then the COMDAT groups.
std::string formatTrace(const LabeledModule &Module) {
  std::ostringstream OS;
  OS << Module.Decisions.size() << '\n';
  for (const auto &[Group, Bytes] : Module.Size)
    OS << Bytes << ' ' << Group << '\n';
  return OS.str();
}

uint64_t parseTrace(const std::string &Text, ObjectSize &Size) {
  std::istringstream IS(Text);
  uint64_t Decisions = 0, Bytes = 0;
  std::string Group;
  IS >> Decisions;
  while (IS >> Bytes && std::getline(IS, Group))
    Size[Group.substr(1)] = Bytes;
  return Decisions;
}

class ProgramLabeler {
public:
  ProgramLabeler(const LabelCommandOptions &Options, const std::string &Program)
      : Options(Options), Program(Program),
        Corpus(fs::path(Options.Corpora) / Program / "corpus"),
        Modules(findModules(Corpus)), Decisions(Modules.size()) {}

  void run() {
    if (Modules.empty())
      return report("no bitcode below " + Corpus.string());
    fs::create_directories(fs::path(Options.Traces) / Program);
    runInProcesses(
        Modules.size(), Options.Jobs, 0, [&](size_t I) { return trace(I); },
        [&](size_t I, TaskOutcome Outcome) { finishTrace(I, Outcome); });
    std::cout << Program << ": " << Modules.size() << " modules, " << Total
              << " decisions" << std::endl;
    if (Options.Labels.empty())
      return;
    fs::create_directories(fs::path(Options.Labels) / Program);
    runInProcesses(
        Modules.size(), Options.Jobs, 0, [&](size_t I) { return label(I); },
        [&](size_t I, TaskOutcome Outcome) {
          if (!Outcome.Ok || !Outcome.Output.empty())
            report(Modules[I] + ": " +
                   (Outcome.Ok ? Outcome.Output : Outcome.Failure));
        });
    std::cout << Program << ": labelled" << std::endl;
  }

private:
  void report(const std::string &Message) {
    std::cerr << "mlgo: " << Program << ": " << Message << std::endl;
  }

  fs::path tracePath(size_t I) const {
    return fs::path(Options.Traces) / Program / logName(Modules[I]);
  }

  /// In a child: the decisions of module \p I into its trace, whose summary is
  /// kept beside it so that a repeated run need not compile again.
  std::string trace(size_t I) {
    const std::string Summary = tracePath(I).string() + ".sizes";
    if (auto Known = readFile(Summary))
      return *Known;
    auto Module = traceModule((Corpus / Modules[I]).string(), Options.Label);
    if (!Module)
      return "!" + Module.error().message();
    Status Written = writeLog(tracePath(I), Modules[I], *Module, false);
    if (Written)
      Written = writeFileAtomically(Summary, formatTrace(*Module));
    return Written ? formatTrace(*Module) : "!" + Written.error().message();
  }

  void finishTrace(size_t I, const TaskOutcome &Outcome) {
    if (!Outcome.Ok || Outcome.Output[0] == '!')
      return report(Modules[I] + ": " +
                    (Outcome.Ok ? Outcome.Output.substr(1) : Outcome.Failure));
    ObjectSize Size;
    Decisions[I] = parseTrace(Outcome.Output, Size);
    Total += Decisions[I];
    countGroups(Size, Weights);
  }

  /// In a child: labels module \p I; returns what went wrong, or nothing.
  std::string label(size_t I) {
    const fs::path Path =
        fs::path(Options.Labels) / Program / logName(Modules[I]);
    if (!Decisions[I] || fs::exists(Path))
      return "";
    LabelOptions Label = Options.Label;
    for (char C : Program + Modules[I])
      Label.Seed = Label.Seed * 131 + static_cast<unsigned char>(C);
    auto Module = labelModule((Corpus / Modules[I]).string(), Label,
                              Decisions[I], Weights);
    if (!Module)
      return Module.error().message();
    Status Written = writeLog(Path, Modules[I], *Module, true);
    if (!Written)
      return Written.error().message();
    return Module->FailedTrials
               ? std::to_string(Module->FailedTrials) + " trials failed"
               : "";
  }

  const LabelCommandOptions &Options;
  const std::string Program;
  const fs::path Corpus;
  const std::vector<std::string> Modules;
  std::vector<uint64_t> Decisions; ///< By module.
  uint64_t Total = 0;
  GroupCounts Weights;
};

} // namespace

void addLabelCommand(CLI::App &App) {
  auto Options = std::make_shared<LabelCommandOptions>();
  CLI::App *Command = App.add_subcommand(
      "label", "Measure what each single changed decision does to a program");
  Command
      ->add_option("--corpora", Options->Corpora,
                   "Folder with PROGRAM/corpus/**/*.bc, from mlgo corpus")
      ->required();
  Command
      ->add_option("--traces", Options->Traces,
                   "Folder for a log of all decisions of each module")
      ->required();
  Command->add_option("--labels", Options->Labels,
                      "Folder for the logs of labelled decisions");
  Command->add_option(
      "--model", Options->Label.ModelPath,
      "Label around this policy instead of the stock decisions");
  Command
      ->add_option("--sites", Options->Label.MaxSites,
                   "Labels for each module, about")
      ->default_val(100);
  Command
      ->add_option("--work", Options->Label.MaxWork,
                   "Bound on labels x IR instructions of each module")
      ->default_val(3000000);
  Command->add_option("--seed", Options->Label.Seed)->default_val(1);
  Command->add_option("--jobs", Options->Jobs, "Modules at a time")
      ->default_val(1);
  Command->add_option("programs", Options->Programs)->required();
  Command->footer("Example:\n  mlgo label --corpora corpora --traces traces "
                  "--labels labels lua5.4 leveldb\nA repeated run skips what "
                  "is there.");
  Command->callback([Options] {
    for (const std::string &Program : Options->Programs)
      ProgramLabeler(*Options, Program).run();
  });
}

} // namespace mlgo
