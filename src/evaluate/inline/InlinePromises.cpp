// Which calls may be decided wrongly
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/InlinePromises.h"
#include "InlineAdvisor.h"
#include "mlgo/model/ModelFile.h"
#include <cmath>
#include <limits>
#include <set>

namespace mlgo {
constexpr size_t None = std::numeric_limits<size_t>::max();

/// Of libjsoncpp's 893 calls 36 were decided wrongly, most of them with a score
/// well below the median: by this the first 30 % of all flips find 93 % of what
/// flips gain, in the order of the modules 11 %.
constexpr double ScalesInMedian = 8;

static size_t findInput(const std::string &Name) {
  const auto Inputs = getInlinePolicyInputs();
  for (size_t I = 0; I < Inputs.size(); ++I)
    if (Inputs[I].name() == Name)
      return I;
  return None;
}

/// The policy of \p File if it has a score; else null.
static std::unique_ptr<LoadedModel> loadScored(const std::string &File) {
  if (File.empty())
    return nullptr;
  Result<Model> M = loadModel(File);
  if (!M || !std::holds_alternative<TreeEnsemble>(M->Policy))
    return nullptr;
  for (const TensorSpec &Input : M->Inputs)
    if (findInput(Input.name()) == None || !Input.isElementType<int64_t>())
      return nullptr;
  auto Loaded = LoadedModel::create(std::move(*M));
  return Loaded ? std::make_unique<LoadedModel>(std::move(*Loaded)) : nullptr;
}

/// Caller and callee of a site, as their object calls them.
static std::pair<std::string, std::string> functionsOf(const TrialSite &Site) {
  const std::string &Key = Site.Key;
  const size_t First = Key.find('\t');
  if (First == Key.npos)
    return {Key, {}};
  // Callers that no other module sees are NAME@MODULE in keys.
  return {Key.substr(0, std::min(First, Key.find('@', 1))),
          Key.substr(First + 1, Key.find('\t', First + 1) - First - 1)};
}

/// The functions of \p Sites whose code the programs have, if only as a part of
/// others that it was inlined into.
static std::set<std::string>
findLive(const std::vector<TrialSite> &Sites,
         const std::function<bool(const std::string &)> &IsKept) {
  std::set<std::string> Live;
  std::multimap<std::string, std::string> Inlined; // By caller.
  std::vector<std::string> Pending;
  for (const TrialSite &Site : Sites) {
    auto [Caller, Callee] = functionsOf(Site);
    if (IsKept(Caller) && Live.insert(Caller).second)
      Pending.push_back(Caller);
    if (Site.Decision)
      Inlined.emplace(std::move(Caller), std::move(Callee));
  }
  while (!Pending.empty()) {
    const auto Parts = Inlined.equal_range(Pending.back());
    Pending.pop_back();
    for (auto I = Parts.first; I != Parts.second; ++I)
      if (Live.insert(I->second).second)
        Pending.push_back(I->second);
  }
  return Live;
}

InlinePromises::InlinePromises(const std::string &Model)
    : Policy(loadScored(Model)), Cost(findInput("cost_estimate")),
      Instructions(findInput("callee_instruction_count")) {
  for (int I = 0; Policy && Policy->InputName(I); ++I)
    PolicyInputs.push_back(findInput(Policy->InputName(I)));
}

/// How sure whoever decided was.
double InlinePromises::marginOf(const TrialSite &Site) {
  if (!Policy) // Stock is seldom wrong far from its threshold, which is low.
    return std::abs(double(Site.Inputs[Cost]));
  for (size_t I = 0; I < PolicyInputs.size(); ++I)
    *static_cast<int64_t *>(Policy->arg_data(int(I))) =
        Site.Inputs[PolicyInputs[I]];
  Policy->Run();
  return std::abs(double(Policy->score()));
}

void InlinePromises::add(
    const std::vector<TrialSite> &Sites,
    const std::function<bool(const std::string &)> &IsKept) {
  const std::set<std::string> Live = findLive(Sites, IsKept);
  for (const TrialSite &Site : Sites)
    if (!Site.Inputs.empty() && !Known.count(Site.Key) &&
        Live.count(functionsOf(Site).first))
      add(Site);
}

void InlinePromises::add(const TrialSite &Site) {
  const double Margin = marginOf(Site);
  Known.emplace(Site.Key, Call{Margin, Site.Inputs[Instructions]});
  Margins.push_back(Margin);
  Scale = 0;
}

double InlinePromises::of(const std::string &Key) {
  const auto Call = Known.find(Key);
  if (Call == Known.end())
    return 0;
  if (Scale == 0) {
    const auto Median =
        Margins.begin() + static_cast<ptrdiff_t>(Margins.size() / 2);
    std::nth_element(Margins.begin(), Median, Margins.end());
    Scale = std::max(1., *Median / ScalesInMedian);
  }
  return std::exp(-Call->second.Margin / Scale) *
         std::sqrt(5 + double(Call->second.Instructions));
}
} // namespace mlgo
