//===- InlineDecisionProblem.cpp - Inlining as a search problem -----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/InlineDecisionProblem.h"

#include <algorithm>
#include <numeric>

namespace mlgo {
namespace {

/// The same number in every process (FNV-1a).
uint32_t hashName(std::string_view Name) {
  uint32_t Hash = 2166136261u;
  for (const char C : Name)
    Hash = (Hash ^ static_cast<unsigned char>(C)) * 16777619u;
  return Hash;
}

DecidedSite describe(const TrialSite &Site) {
  const std::string_view Key = Site.Key;
  const size_t Tab = Key.find('\t');
  const std::string_view Rest = Key.substr(Tab + 1);
  return {Site.Key, Site.Decision, hashName(Key.substr(0, Tab)),
          hashName(Rest.substr(0, Rest.find('\t')))};
}

/// The inliner may come back to a call that it left. What was decided last is
/// what became of it.
std::vector<TrialSite> mergeRepeated(std::vector<TrialSite> Sites) {
  std::unordered_map<std::string, size_t> Places;
  std::vector<TrialSite> Merged;
  for (TrialSite &Site : Sites) {
    auto [Place, IsNew] = Places.emplace(Site.Key, Merged.size());
    if (IsNew)
      Merged.push_back(std::move(Site));
    else
      Merged[Place->second] = std::move(Site);
  }
  return Merged;
}

} // namespace

InlineDecisionProblem::InlineDecisionProblem(
    ModuleServers &Servers, std::vector<MeasuredProgram> ThePrograms,
    std::string Model)
    : Servers(Servers), Model(std::move(Model)),
      Programs(std::move(ThePrograms)), Modules(Servers.paths().size()) {
  for (size_t P = 0; P < Programs.size(); ++P) {
    Links.emplace_back(Programs[P].Roots, Programs[P].Exports);
    for (const ProgramObject &Object : Programs[P].Objects) {
      const size_t Place = Links.back().addObject(Object.Units, Object.IsLazy);
      if (Object.Module)
        Modules[*Object.Module].Places.emplace_back(P, Place);
    }
  }
}

/// Of \p D what concerns \p M: all, as long as nothing is known of it.
InlineDecisions::Map InlineDecisionProblem::restrict(const Module &M,
                                                     const Decisions &D) const {
  if (!M.IsEvaluated)
    return {D.begin(), D.end()};
  InlineDecisions::Map Own;
  if (D.size() < M.Keys.size()) {
    for (const auto &[Key, Decision] : D)
      if (M.Keys.count(Key))
        Own.emplace_hint(Own.end(), Key, Decision);
    return Own;
  }
  for (const std::string &Key : M.Keys)
    if (auto Known = D.find(Key); Known != D.end())
      Own.emplace_hint(Own.end(), Key, Known->second);
  return Own;
}

void InlineDecisionProblem::accept(size_t Index, WholeTrial Trial) {
  Module &M = Modules[Index];
  if (!Trial.Failure.empty()) {
    const std::string &Path = Servers.paths()[Index];
    // What concerns the file itself names it already.
    const bool IsNamed = Trial.Failure.compare(0, Path.size(), Path) == 0;
    Failures.push_back(IsNamed ? Trial.Failure : Path + ": " + Trial.Failure);
    M.IsFailed = true;
    Trial = WholeTrial();
  }
  M.IsEvaluated = true;
  M.Sites = mergeRepeated(std::move(Trial.Sites));
  for (const TrialSite &Site : M.Sites)
    M.Keys.insert(Site.Key);
  for (const auto &[Program, Place] : M.Places)
    Links[Program].setObject(Place, Trial.Units);
}

Result<Evaluated> InlineDecisionProblem::evaluate(const Decisions &D) {
  // Keys that appear only now may be in D too; then the module is asked again.
  bool IsSettled = false;
  while (!IsSettled) {
    std::vector<ModuleRequest> Requests;
    for (size_t I = 0; I < Modules.size(); ++I) {
      if (Modules[I].IsFailed)
        continue;
      auto Own =
          std::make_shared<const InlineDecisions>(restrict(Modules[I], D));
      if (Modules[I].IsEvaluated && Modules[I].Known->sites() == Own->sites())
        continue;
      Modules[I].Known = Own;
      Requests.emplace_back();
      Requests.back().Module = I;
      Requests.back().Policies = {{Model, std::move(Own)}};
      Requests.back().WithInputs = KeepInputs;
    }
    IsSettled = Requests.empty();
    std::optional<Error> Interruption;
    Servers.run(Requests, [&](size_t Index, Result<ModuleTrials> Trials) {
      const size_t M = Requests[Index].Module;
      if (Trials)
        return accept(M, std::move(Trials->Policies[0]));
      if (Servers.isStopping()) {
        Modules[M].IsEvaluated = false;
        Interruption = Trials.error();
        return;
      }
      WholeTrial Failed;
      Failed.Failure = Trials.error().message();
      accept(M, std::move(Failed));
    });
    if (Interruption)
      return *Interruption;
    // What was restricted to known keys is whole unless new ones are in D.
    if (D.empty())
      break;
  }
  Current = D;
  return collect();
}

Evaluated InlineDecisionProblem::collect() {
  Evaluated E;
  Sizes.clear();
  for (LinkModel &Link : Links) {
    Sizes.push_back(Link.size());
    E.Size += double(Sizes.back());
  }
  ModuleOfKey.clear();
  for (size_t I = 0; I < Modules.size(); ++I)
    for (const TrialSite &Site : Modules[I].Sites)
      if (ModuleOfKey.emplace(Site.Key, I).second)
        E.Sites.push_back(describe(Site));
  return E;
}

std::vector<uint64_t> InlineDecisionProblem::programSizes() { return Sizes; }

/// Splits \p Moves over the modules in which they are measured. Requests are
/// short enough for an interrupt to be heard between them.
InlineDecisionProblem::MovePlan
InlineDecisionProblem::plan(const std::vector<Move> &Moves) const {
  constexpr size_t MaxMoves = 256;
  MovePlan Plan;
  Plan.Parts.resize(Moves.size());
  std::map<size_t, size_t> RequestOf;
  std::map<size_t, size_t> Total; ///< Moves by module.
  for (size_t I = 0; I < Moves.size(); ++I) {
    std::map<size_t, InlineMove> Split;
    for (const auto &[Key, Decision] : Moves[I].Changes)
      if (auto At = ModuleOfKey.find(Key); At != ModuleOfKey.end())
        Split[At->second].emplace(Key, Decision);
    for (auto &[M, Changes] : Split) {
      auto [At, IsNew] = RequestOf.emplace(M, Plan.Requests.size());
      if (IsNew || Plan.Requests[At->second].Moves.size() == MaxMoves) {
        At->second = Plan.Requests.size();
        Plan.Requests.emplace_back();
        Plan.Requests.back().Module = M;
        Plan.Requests.back().Policies = {{Model, Modules[M].Known, ""}};
        Plan.Requests.back().WantsFirst = false;
      }
      ModuleRequest &Request = Plan.Requests[At->second];
      Plan.Parts[I].emplace_back(At->second, Request.Moves.size());
      Request.Moves.push_back(std::move(Changes));
      ++Total[M];
    }
  }
  // Modules with most moves first, so that no processor is left over with one
  // at the end.
  for (size_t I = 0; I < Plan.Requests.size(); ++I)
    Plan.Order.push_back(I);
  std::stable_sort(
      Plan.Order.begin(), Plan.Order.end(), [&](size_t A, size_t B) {
        return Total[Plan.Requests[A].Module] > Total[Plan.Requests[B].Module];
      });
  return Plan;
}

std::vector<std::optional<double>>
InlineDecisionProblem::tryMoves(const Decisions &Base,
                                const std::vector<Move> &Moves) {
  std::vector<std::optional<double>> Answers(Moves.size());
  if (!Current || *Current != Base)
    if (!evaluate(Base))
      return Answers;
  const MovePlan Plan = plan(Moves);
  std::vector<ModuleRequest> Ordered;
  for (const size_t I : Plan.Order)
    Ordered.push_back(Plan.Requests[I]);
  std::vector<std::vector<MoveTrial>> Trials(Plan.Requests.size());
  size_t Tried = 0;
  Servers.run(std::move(Ordered), [&](size_t Index, Result<ModuleTrials> A) {
    const size_t Request = Plan.Order[Index];
    Tried += Plan.Requests[Request].Moves.size();
    if (A)
      Trials[Request] = std::move(A->Moves);
    if (OnTried)
      OnTried(std::min(Tried, Moves.size()), Moves.size());
  });
  for (size_t I = 0; I < Moves.size(); ++I) {
    std::vector<std::pair<size_t, const ObjectUnits *>> Changed;
    bool IsWhole = !Plan.Parts[I].empty();
    for (const auto &[Request, InRequest] : Plan.Parts[I]) {
      IsWhole = IsWhole && InRequest < Trials[Request].size() &&
                Trials[Request][InRequest].Failure.empty();
      if (!IsWhole)
        break;
      Changed.emplace_back(Plan.Requests[Request].Module,
                           &Trials[Request][InRequest].Changed);
    }
    if (IsWhole)
      Answers[I] = sizeWith(Changed);
  }
  return Answers;
}

double InlineDecisionProblem::sizeWith(
    const std::vector<std::pair<size_t, const ObjectUnits *>> &Changed) {
  std::map<size_t, std::vector<LinkModel::Change>> ByProgram;
  for (const auto &[M, Units] : Changed)
    for (const auto &[Program, Place] : Modules[M].Places)
      ByProgram[Program].emplace_back(Place, Units);
  double Size = std::accumulate(Sizes.begin(), Sizes.end(), 0.0);
  for (const auto &[Program, Changes] : ByProgram)
    Size += double(Links[Program].sizeWith(Changes)) - double(Sizes[Program]);
  return Size;
}

const TrialSite *InlineDecisionProblem::findSite(const std::string &Key) const {
  auto At = ModuleOfKey.find(Key);
  if (At == ModuleOfKey.end())
    return nullptr;
  const auto &Sites = Modules[At->second].Sites;
  auto Site = std::find_if(Sites.begin(), Sites.end(),
                           [&](const TrialSite &S) { return S.Key == Key; });
  return Site == Sites.end() ? nullptr : &*Site;
}

std::vector<const TrialSite *>
InlineDecisionProblem::sitesOf(size_t Index) const {
  std::vector<const TrialSite *> Own;
  for (const TrialSite &Site : Modules[Index].Sites)
    if (ModuleOfKey.at(Site.Key) == Index)
      Own.push_back(&Site);
  return Own;
}

} // namespace mlgo
