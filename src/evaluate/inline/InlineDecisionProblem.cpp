//===- InlineDecisionProblem.cpp - Inlining as a search problem -----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/InlineDecisionProblem.h"

#include "evaluate/inline/InlineSearchLabels.h"

#include <algorithm>
#include <chrono>
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

/// Searches are to find the same with any number of workers.
InlineTrialOptions anew(InlineTrialOptions Options) {
  Options.WholeAnew = true;
  return Options;
}

} // namespace

InlineDecisionProblem::InlineDecisionProblem(
    Worker &Work, const InlineTrialOptions &Options,
    std::vector<std::string> ThePaths, std::vector<MeasuredProgram> ThePrograms,
    std::string Model, const CodeSetting &Setting)
    : Work(Work), Options(anew(Options)), Paths(std::move(ThePaths)),
      Model(std::move(Model)), Setting(Setting),
      Programs(std::move(ThePrograms)), Modules(Paths.size()) {
  for (size_t P = 0; P < Programs.size(); ++P) {
    Links.emplace_back(Programs[P].Roots, Programs[P].Exports);
    for (const ProgramObject &Object : Programs[P].Objects) {
      const size_t Place = Links.back().addObject(Object.Units, Object.IsLazy);
      if (Object.Module)
        Modules[*Object.Module].Places.emplace_back(P, Place);
    }
  }
}

/// The part of \p D that concerns \p M: all, while nothing is known of \p M.
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
    const std::string &Path = Paths[Index];
    // What concerns the file itself names it already.
    const bool IsNamed = Trial.Failure.compare(0, Path.size(), Path) == 0;
    Failures.push_back(IsNamed ? Trial.Failure : Path + ": " + Trial.Failure);
    M.IsFailed = true;
    Trial = WholeTrial();
  }
  M.IsEvaluated = true;
  const size_t NumDecided = Trial.Sites.size();
  M.Sites = mergeRepeated(std::move(Trial.Sites));
  M.HasRepeated = M.Sites.size() < NumDecided;
  for (const TrialSite &Site : M.Sites) {
    M.Keys.insert(Site.Key);
    if (Promises)
      Promises->add(Site);
  }
  for (const auto &[Program, Place] : M.Places)
    Links[Program].setObject(Place, *Trial.Units);
}

ModuleRequest InlineDecisionProblem::requestFor(size_t Module) const {
  ModuleRequest Request;
  Request.Path = Paths[Module];
  Request.Setting = Setting;
  Request.Options = Options;
  Request.Policies = {{Model, Modules[Module].Known}};
  return Request;
}

/// True if \p M, as it was evaluated, decides what \p Own says, so that it
/// would come out the same.
bool InlineDecisionProblem::isAsDecided(const Module &M,
                                        const InlineDecisions &Own) {
  if (M.HasRepeated)
    return false;
  const auto &Before = M.Known->sites();
  return std::all_of(M.Sites.begin(), M.Sites.end(), [&](const TrialSite &S) {
    const auto Now = Own.sites().find(S.Key);
    // Where nothing is said any more, the policy may decide otherwise.
    return Now != Own.sites().end() ? bool(Now->second) == S.Decision
                                    : Before.count(S.Key) == 0;
  });
}

void InlineDecisionProblem::learnPromises(bool Learn) {
  LearnsPromises = Learn;
  if (Learn && !Promises)
    Promises.emplace(Model);
}

double InlineDecisionProblem::promiseOf(const DecidedSite &Site) {
  return Promises ? Promises->of(Site.Key) : 0;
}

Result<Evaluated> InlineDecisionProblem::evaluate(const Decisions &D) {
  // Until all modules are measured again.
  Current.reset();
  // Keys that appear only now may be in D too; then the module is asked again.
  bool IsSettled = false;
  while (!IsSettled) {
    std::vector<ModuleRequest> Requests;
    std::vector<size_t> Asked;
    for (size_t I = 0; I < Modules.size(); ++I) {
      if (Modules[I].IsFailed)
        continue;
      auto Own =
          std::make_shared<const InlineDecisions>(restrict(Modules[I], D));
      if (Modules[I].IsEvaluated && Modules[I].Known) {
        if (Modules[I].Known->sites() == Own->sites())
          continue;
        if (isAsDecided(Modules[I], *Own)) {
          Modules[I].Known = std::move(Own);
          continue;
        }
      }
      Modules[I].Known = std::move(Own);
      Asked.push_back(I);
      Requests.push_back(requestFor(I));
      Requests.back().WithInputs = KeepInputs || LearnsPromises;
    }
    IsSettled = Requests.empty();
    std::optional<Error> Failure;
    auto Accept = [&](size_t Index, Result<ModuleTrials> Trials) {
      const size_t M = Asked[Index];
      WholeTrial Trial;
      if (Trials)
        Trial = std::move(Trials->Policies[0]);
      else
        Trial.Failure = Trials.error().message();
      if (Trial.Failure.empty() || (!Modules[M].IsEvaluated && !isStopping()))
        return accept(M, std::move(Trial));
      // It could be measured before: without it all is smaller, not better.
      Failure = Error(Trial.Failure);
      Modules[M].Known = nullptr;
    };
    runTrials(Work, Requests, Accept, ShouldStop);
    std::sort(Failures.begin(), Failures.end());
    if (Failure)
      return *Failure;
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

std::vector<CorpusProblem::Part> InlineDecisionProblem::parts() const {
  std::vector<Part> Parts;
  for (size_t I = 0; I < Programs.size(); ++I)
    Parts.push_back(
        {Programs[I].Package, Programs[I].Name, static_cast<double>(Sizes[I])});
  return Parts;
}

std::unique_ptr<SearchLabels> InlineDecisionProblem::createLabels() {
  return std::make_unique<InlineSearchLabels>(*this);
}

/// Requests take some seconds: all that is lost if the search is interrupted.
/// Each decides what is before its last move once more, so they are not
/// shorter.
size_t InlineDecisionProblem::movesPerRequest() const {
  constexpr double Seconds = 4;
  constexpr size_t Min = 8, Max = 256;
  if (MovesTried == 0)
    return Min;
  const double Fitting = Seconds * double(MovesTried) / SecondsTrying;
  return Fitting < double(Max) ? std::max(Min, size_t(Fitting)) : Max;
}

/// Splits \p Moves over the modules in which they are measured, and those of a
/// module so that all workers have some.
InlineDecisionProblem::MovePlan
InlineDecisionProblem::plan(const std::vector<Move> &Moves) const {
  const size_t MaxMoves = movesPerRequest();
  const size_t MinMoves = std::min<size_t>(16, MaxMoves);
  // By module: numbers of moves, and what they change in it.
  std::map<size_t, std::vector<std::pair<size_t, InlineMove>>> ByModule;
  for (size_t I = 0; I < Moves.size(); ++I) {
    std::map<size_t, InlineMove> Split;
    for (const auto &[Key, Decision] : Moves[I].Changes)
      if (auto At = ModuleOfKey.find(Key); At != ModuleOfKey.end())
        Split[At->second].emplace(Key, Decision);
    for (auto &[M, Changes] : Split)
      ByModule[M].emplace_back(I, std::move(Changes));
  }
  // Modules with most moves first, so that no worker is left over with one at
  // the end.
  std::vector<size_t> Order;
  for (const auto &[M, Own] : ByModule)
    Order.push_back(M);
  std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
    return ByModule[A].size() > ByModule[B].size();
  });
  MovePlan Plan;
  Plan.Parts.resize(Moves.size());
  for (const size_t M : Order) {
    auto &Own = ByModule[M];
    const size_t Parts = (Work.slots() + Order.size() - 1) / Order.size();
    const size_t Length =
        std::clamp((Own.size() + Parts - 1) / Parts, MinMoves, MaxMoves);
    for (size_t I = 0; I < Own.size(); ++I) {
      if (I % Length == 0) {
        Plan.Requests.push_back(requestFor(M));
        Plan.Requests.back().WantsFirst = false;
        Plan.Requests.back().Options.Deadline = Deadline;
        Plan.Requests.back().Part = I / Length % Parts;
        Plan.Modules.push_back(M);
      }
      auto &[Number, Changes] = Own[I];
      auto &Request = Plan.Requests.back();
      Plan.Parts[Number].emplace_back(Plan.Requests.size() - 1,
                                      Request.Moves.size());
      Request.Moves.push_back(std::move(Changes));
    }
  }
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
  std::vector<std::vector<MoveTrial>> Trials(Plan.Requests.size());
  size_t Tried = 0;
  auto Accept = [&](size_t Index, Result<ModuleTrials> A) {
    Tried += Plan.Requests[Index].Moves.size();
    if (A)
      Trials[Index] = std::move(A->Moves);
    if (OnTried)
      OnTried(std::min(Tried, Moves.size()), Moves.size());
  };
  const auto Begin = std::chrono::steady_clock::now();
  runTrials(Work, Plan.Requests, Accept, ShouldStop);
  const std::chrono::duration<double> Taken =
      std::chrono::steady_clock::now() - Begin;
  MovesTried += Moves.size();
  SecondsTrying +=
      Taken.count() * double(std::min(Work.slots(), Plan.Requests.size()));
  for (size_t I = 0; I < Moves.size(); ++I) {
    std::vector<std::pair<size_t, const ObjectUnits *>> Changed;
    bool IsWhole = !Plan.Parts[I].empty();
    for (const auto &[Request, InRequest] : Plan.Parts[I]) {
      IsWhole = IsWhole && InRequest < Trials[Request].size() &&
                Trials[Request][InRequest].Failure.empty();
      if (!IsWhole)
        break;
      Changed.emplace_back(Plan.Modules[Request],
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
