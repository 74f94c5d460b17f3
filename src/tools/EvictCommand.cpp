//===- EvictCommand.cpp - mlgo evict --------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "evaluate/regalloc/EvictionFit.h"
#include "evaluate/regalloc/EvictionSearch.h"
#include "evaluate/regalloc/EvictionStart.h"
#include "evict/EvictionEval.h"
#include "evict/EvictionModules.h"

#include "mlgo/model/ModelFile.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

namespace mlgo {
namespace {

void runSearch(const EvictOptions &Options) {
  Summaries All;
  forEachModule(
      Options,
      [&](const CorpusModule &, EvictionModule &M) -> Result<std::string> {
        auto Stock = measureInFork(M, "stock");
        if (!Stock)
          return Stock.error();
        std::map<std::string, FunctionAllocation> Known;
        for (const auto &[Name, F] : byName(*Stock))
          if (F.Problems > 0)
            Known.emplace(Name, F);
        auto Found = searchEvictions(M, stockConfig(), Known, Options.Trials,
                                     Options.Labels.Seed);
        if (!Found)
          return Found.error();
        std::vector<ScorePair> Pairs;
        for (const FunctionSearch &F : *Found)
          Pairs.push_back({F.Stock.Score, F.Best, true});
        return pack(Pairs);
      },
      [&](const CorpusModule &Module, const std::string &Text) {
        for (const ScorePair &Pair : unpack(Text))
          summaryOf(All, Module.Package).add(Pair);
      });
  std::cout << scoreTable(All);
}

void runLabels(const EvictOptions &Options) {
  auto Config = policyConfig(Options.Policy);
  if (!Config)
    fail(Config.error());
  std::error_code Failure;
  std::filesystem::create_directories(Options.Output, Failure);
  if (Failure)
    fail(Error(Options.Output + ": cannot create: " + Failure.message()));
  forEachModule(
      Options,
      [&](const CorpusModule &Module,
          EvictionModule &M) -> Result<std::string> {
        auto Stock = measureInFork(M, Options.Policy);
        if (!Stock)
          return Stock.error();
        std::string Name = Module.Path;
        std::replace(Name.begin(), Name.end(), '/', '_');
        const std::string Folder = Options.Output + "/" + Module.Package;
        std::filesystem::create_directories(Folder, Failure);
        auto Config = policyConfig(Options.Policy);
        if (!Config)
          return Config.error();
        auto Log = TrainingLogWriter::create(
            Folder + "/" + Name + ".log",
            getEvictionLabelSpecs(
                Config->Runner->inputs()[0].getElementCount()));
        if (!Log)
          return Log.error();
        if (Status Labelled = labelEvictions(
                M, std::move(*Config), byName(*Stock), Options.Labels, *Log);
            !Labelled)
          return Labelled.error();
        if (Status Closed = Log->close(); !Closed)
          return Closed.error();
        return std::string();
      },
      [](const CorpusModule &, const std::string &) {});
}

void runFit(const EvictionFitOptions &Options, const std::string &Output) {
  Result<Model> M = fitEvictionPolicy(Options);
  if (!M)
    fail(M.error());
  if (Status Saved = saveModel(*M, Output); !Saved)
    fail(Saved.error());
}

void addStartCommand(CLI::App &Evict) {
  auto Output = std::make_shared<std::string>();
  auto ForSize = std::make_shared<bool>(false);
  CLI::App *Start = Evict.add_subcommand(
      "start", "Writes a small policy that decides as stock, to train from");
  Start->add_option("-o,--output", *Output, "Model file")->required();
  Start->add_flag("--size", *ForSize,
                  "With the inputs that count bytes, for regalloc-evict-oz");
  Start->callback([Output, ForSize] {
    const EvictionGoal Goal =
        *ForSize ? EvictionGoal::Size : EvictionGoal::Speed;
    if (Status Saved = saveModel(makeEvictionStart(Goal), *Output); !Saved)
      fail(Saved.error());
  });
}

void addFitCommand(CLI::App &Evict) {
  auto Options = std::make_shared<EvictionFitOptions>();
  auto Output = std::make_shared<std::string>();
  CLI::App *Fit = Evict.add_subcommand("fit", "Fits a policy to labels");
  Fit->add_option("logs", Options->Logs, "Folder that labels wrote")
      ->required();
  Fit->add_option("-o,--output", *Output, "Model file")->required();
  Fit->add_option("--packages", Options->Packages, "Only these")
      ->delimiter(',');
  Fit->add_option("--trees", Options->Trees)->capture_default_str();
  Fit->add_option("--leaves", Options->Leaves)->capture_default_str();
  Fit->add_option("--rate", Options->LearningRate)->capture_default_str();
  Fit->add_option("--min-child", Options->MinChildWeight)
      ->capture_default_str();
  Fit->add_option("--clip", Options->Clip,
                  "Cut gains, as a share of the function's score, to this")
      ->capture_default_str();
  Fit->add_option("--cut", Options->Cut,
                  "Gain from which another column than stock's is chosen")
      ->capture_default_str();
  Fit->add_option("--seed", Options->Seed)->capture_default_str();
  Fit->callback([Options, Output] { runFit(*Options, *Output); });
}

} // namespace

void addEvictCommand(CLI::App &App) {
  CLI::App *Evict = App.add_subcommand(
      "evict", "Measures, labels and searches evictions of the register "
               "allocator in corpora, at -O2.\n"
               "Example: mlgo evict eval corpora --policy evict.mlgo");
  Evict->require_subcommand(1);
  auto Options = std::make_shared<EvictOptions>();
  auto Add = [&](const char *Name, const char *What) {
    CLI::App *Command = Evict->add_subcommand(Name, What);
    Command
        ->add_option("corpora", Options->Corpora,
                     "Folders of corpora, or of folders of corpora")
        ->required();
    Command->add_option("--packages", Options->Packages, "Only these")
        ->delimiter(',');
    Command->add_option("--jobs", Options->Jobs, "Parallel modules")
        ->check(CLI::Range(1, 256));
    Command->add_option("--seed", Options->Labels.Seed, "Of random choices");
    return Command;
  };
  CLI::App *Eval =
      Add("eval", "Static scores of policies beside the stock advisor's");
  Eval->add_option("--policy", Options->Policies, "Model files")->required();
  Eval->add_option("--functions", Options->Functions,
                   "Also print so many functions, of which the package's "
                   "score changes most");
  Eval->add_flag("--size", Options->ForSize,
                 "Bytes of modules at -Oz instead of scores at -O2")
      ->excludes("--functions");
  Eval->callback([Options] { evaluateEvictions(*Options); });
  CLI::App *Search =
      Add("search", "How far single functions' scores fall if decisions are "
                    "changed one after the other");
  Search->add_option("--trials", Options->Trials, "Of a function")
      ->capture_default_str();
  Search->callback([Options] { runSearch(*Options); });
  CLI::App *Labels = Add("labels", "Logs what single other decisions change");
  Labels->add_option("-o,--output", Options->Output, "Folder of logs")
      ->required();
  Labels->add_option("--policy", Options->Policy, "Model file of all others")
      ->capture_default_str();
  Labels->add_option("--problems", Options->Labels.Problems, "Of a function")
      ->capture_default_str();
  Labels->add_option("--columns", Options->Labels.Columns, "Of a problem")
      ->capture_default_str();
  Labels->callback([Options] { runLabels(*Options); });
  addFitCommand(*Evict);
  addStartCommand(*Evict);
}

} // namespace mlgo
