//===- EvictionRun.cpp - The evictions of corpora, measured ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/EvictionRun.h"

#include "EvictionInputs.h"
#include "EvictionPolicy.h"
#include "evaluate/MeasuredCorpus.h"

#include "mlgo/corpus/CorpusDescription.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "mlgo/support/ProcessPool.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <sstream>

namespace mlgo {
namespace {

constexpr unsigned ModuleSeconds = 600;

/// PACKAGE of PACKAGE/corpus or of PACKAGE.
std::string packageOf(const std::string &Corpus) {
  const std::filesystem::path Folder =
      std::filesystem::absolute(Corpus).lexically_normal();
  const std::string Name = Folder.filename().string();
  return Name == "corpus" ? Folder.parent_path().filename().string() : Name;
}

std::string toText(const std::vector<FunctionAllocation> &Functions) {
  std::string Text;
  for (const FunctionAllocation &F : Functions) {
    char Numbers[64];
    std::snprintf(Numbers, sizeof(Numbers), "%llu %.17g ",
                  static_cast<unsigned long long>(F.Problems), F.Score);
    Text += Numbers + F.Name + "\n";
  }
  return Text;
}

std::vector<FunctionAllocation> fromText(const std::string &Text) {
  std::vector<FunctionAllocation> Functions;
  std::istringstream In(Text);
  for (std::string Line; std::getline(In, Line);) {
    FunctionAllocation F;
    char *End = nullptr;
    F.Problems = std::strtoull(Line.c_str(), &End, 10);
    F.Score = std::strtod(End, &End);
    F.Name = *End ? End + 1 : "";
    Functions.push_back(std::move(F));
  }
  return Functions;
}

/// What \p Task answers in a fork, given who decides.
template <typename TaskFn>
Result<std::string> inFork(const std::string &Policy, TaskFn Task) {
  Result<ForkedProcess> Forked = forkProcess(ModuleSeconds);
  if (!Forked)
    return Forked.error();
  if (Forked->IsChild) {
    auto Config = policyConfig(Policy);
    if (!Config)
      endChild(*Forked, "error " + Config.error().message());
    Result<std::string> Text = Task(std::move(*Config));
    endChild(*Forked,
             Text ? "ok\n" + *Text : "error " + Text.error().message());
  }
  const TaskOutcome Outcome = awaitChild(*Forked);
  if (!Outcome.Ok)
    return Error("allocation under " + Policy + ": " + Outcome.Failure);
  if (Outcome.Output.compare(0, 3, "ok\n") != 0)
    return Error(
        Outcome.Output.substr(std::min<size_t>(6, Outcome.Output.size())));
  return Outcome.Output.substr(3);
}

} // namespace

Result<std::vector<CorpusModule>>
listCorpusModules(const std::vector<std::string> &Folders,
                  const std::vector<std::string> &Packages) {
  Result<std::vector<std::string>> Corpora = findCorpora(Folders);
  if (!Corpora)
    return Corpora.error();
  std::vector<CorpusModule> Modules;
  for (const std::string &Corpus : *Corpora) {
    const std::string Package = packageOf(Corpus);
    if (!Packages.empty() &&
        std::find(Packages.begin(), Packages.end(), Package) == Packages.end())
      continue;
    Result<CorpusDescription> Description = readCorpusDescription(Corpus);
    if (!Description)
      return Description.error();
    for (const std::string &Name : Description->Modules)
      Modules.push_back({Package, Corpus + "/" + Name + ".bc"});
  }
  if (Modules.empty())
    return Error("no modules in the corpora of these packages");
  return Modules;
}

EvictionConfig stockConfig() {
  EvictionConfig Config;
  Config.Runner = std::make_unique<NoInferenceModelRunner>(getEvictionInputs());
  Config.UseStockDecision = true;
  return Config;
}

Result<EvictionConfig> policyConfig(const std::string &Path) {
  if (Path == "stock")
    return stockConfig();
  auto Policy = createPolicyRunner(getEvictionPolicySpec(), Path);
  if (!Policy)
    return Policy.error();
  EvictionConfig Config;
  Config.Runner = std::move(*Policy);
  return Config;
}

Result<std::vector<FunctionAllocation>>
measureInFork(EvictionModule &M, const std::string &Policy) {
  auto Text = inFork(Policy, [&](EvictionConfig Config) -> Result<std::string> {
    auto Functions = measureAllocations(M, std::move(Config));
    if (!Functions)
      return Functions.error();
    return toText(*Functions);
  });
  if (!Text)
    return Text.error();
  return fromText(*Text);
}

Result<uint64_t> measureBytesInFork(EvictionModule &M,
                                    const std::string &Policy) {
  auto Text = inFork(Policy, [&](EvictionConfig Config) -> Result<std::string> {
    auto Bytes = M.generate(std::move(Config));
    if (!Bytes)
      return Bytes.error();
    return std::to_string(*Bytes);
  });
  if (!Text)
    return Text.error();
  return std::strtoull(Text->c_str(), nullptr, 10);
}

std::map<std::string, FunctionAllocation>
byName(const std::vector<FunctionAllocation> &Functions) {
  std::map<std::string, FunctionAllocation> Map;
  for (const FunctionAllocation &F : Functions)
    Map.emplace(F.Name, F);
  return Map;
}

void ScoreSummary::add(const ScorePair &Pair) {
  Stock += Pair.Stock;
  Variant += Pair.Variant;
  if (!Pair.HasProblems || Pair.Stock <= 0 || Pair.Variant <= 0)
    return;
  ++Functions;
  LogRatios += std::log(Pair.Variant / Pair.Stock);
}

double ScoreSummary::meanChange() const {
  return Functions
             ? 100 * std::expm1(LogRatios / static_cast<double>(Functions))
             : 0;
}

std::string
scoreTable(const std::vector<std::pair<std::string, ScoreSummary>> &Packages,
           const char *Units) {
  char Line[200];
  std::snprintf(Line, sizeof(Line), "%-16s %9s %16s %16s %9s %9s\n", "package",
                Units, "stock", "variant", "change", Units);
  std::string Table = Line;
  double Sum = 0, Mean = 0, Worst = -INFINITY;
  std::string WorstPackage;
  for (const auto &[Name, S] : Packages) {
    std::snprintf(Line, sizeof(Line),
                  "%-16s %9zu %16.0f %16.0f %+8.2f%% %+8.2f%%\n", Name.c_str(),
                  S.Functions, S.Stock, S.Variant, S.change(), S.meanChange());
    Table += Line;
    Sum += std::log1p(S.change() / 100);
    Mean += std::log1p(S.meanChange() / 100);
    if (S.change() > Worst) {
      Worst = S.change();
      WorstPackage = Name;
    }
  }
  const double Count =
      static_cast<double>(std::max<size_t>(Packages.size(), 1));
  std::snprintf(Line, sizeof(Line),
                "\n%zu packages: geometric mean %+.2f%%, worst %+.2f%% (%s); "
                "of %s %+.2f%%\n",
                Packages.size(), 100 * std::expm1(Sum / Count), Worst,
                WorstPackage.c_str(), Units, 100 * std::expm1(Mean / Count));
  return Table + Line;
}

} // namespace mlgo
