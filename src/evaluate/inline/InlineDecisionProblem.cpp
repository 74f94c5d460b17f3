// Inlining as a search problem
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/InlineDecisionProblem.h"
#include "evaluate/inline/InlineSearchLabels.h"

namespace mlgo {
/// The same number in every process (FNV-1a).
static uint32_t hashName(std::string_view Name) {
  uint32_t Hash = 2166136261u;
  for (const char C : Name)
    Hash = (Hash ^ static_cast<unsigned char>(C)) * 16777619u;
  return Hash;
}

static DecidedSite describe(const TrialSite &Site) {
  const std::string_view Key = Site.Key;
  const size_t Tab = Key.find('\t');
  const std::string_view Rest = Key.substr(Tab + 1);
  return {Site.Key, Site.Decision, hashName(Key.substr(0, Tab)),
          hashName(Rest.substr(0, Rest.find('\t')))};
}

/// The inliner may come back to a call that it left. What was decided last is
/// what became of it; \p Wavering gets the keys that were decided otherwise
/// before.
static std::vector<TrialSite> mergeRepeated(std::vector<TrialSite> Sites,
                                            std::set<std::string> &Wavering) {
  std::unordered_map<std::string, size_t> Places;
  std::vector<TrialSite> Merged;
  for (TrialSite &Site : Sites) {
    auto [Place, IsNew] = Places.emplace(Site.Key, Merged.size());
    if (IsNew) {
      Merged.push_back(std::move(Site));
    } else {
      if (Merged[Place->second].Decision != Site.Decision)
        Wavering.insert(Site.Key);
      Merged[Place->second] = std::move(Site);
    }
  }
  return Merged;
}

static LinkedCost sumOf(const std::vector<LinkedCost> &Programs) {
  LinkedCost Sum;
  for (const LinkedCost &Cost : Programs) {
    Sum.Size += Cost.Size;
    Sum.Cycles += Cost.Cycles;
  }
  return Sum;
}

/// Searches are to find the same with any number of workers.
static InlineTrialOptions anew(InlineTrialOptions Options) {
  Options.WholeAnew = true;
  return Options;
}

InlineDecisionProblem::InlineDecisionProblem(
    Worker &Work, const InlineTrialOptions &Options,
    std::vector<std::string> ThePaths, std::vector<MeasuredProgram> ThePrograms,
    std::string Model, const CodeSetting &Setting,
    std::vector<std::string> Beside)
    : Work(Work), Options(anew(Options)), Paths(std::move(ThePaths)),
      Model(std::move(Model)), Setting(Setting), Beside(std::move(Beside)),
      Programs(std::move(ThePrograms)), Modules(Paths.size()) {
  for (size_t P = 0; P < Programs.size(); ++P) {
    Links.emplace_back(Programs[P].Roots, Programs[P].Exports);
    if (Setting.HidesProfile)
      Links.back().addCyclesOfCopies();
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
  if (!M.Now.Known)
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

void InlineDecisionProblem::accept(
    size_t Index, WholeTrial Trial,
    std::shared_ptr<const InlineDecisions> Known) {
  Module &M = Modules[Index];
  if (!Trial.Failure.empty()) {
    const std::string &Path = Paths[Index];
    // What concerns the file itself names it already.
    const bool IsNamed = Trial.Failure.compare(0, Path.size(), Path) == 0;
    Failures.push_back(IsNamed ? Trial.Failure : Path + ": " + Trial.Failure);
    M.IsFailed = true;
    Trial = WholeTrial();
  }
  M.Before = std::move(M.Now);
  M.Now = State();
  M.Now.Known = M.Now.Compiled = std::move(Known);
  M.Now.Units = std::move(Trial.Units);
  M.Now.Sites = mergeRepeated(std::move(Trial.Sites), M.Now.Wavering);
  for (const TrialSite &Site : M.Now.Sites)
    M.Keys.insert(Site.Key);
  link(M);
}

void InlineDecisionProblem::link(const Module &M) {
  for (const auto &[Program, Place] : M.Places)
    Links[Program].setObject(Place, *M.Now.Units);
}

ModuleRequest InlineDecisionProblem::requestFor(
    size_t Module, std::shared_ptr<const InlineDecisions> Known) const {
  ModuleRequest Request;
  Request.Path = Paths[Module];
  Request.Setting = Setting;
  Request.Options = Options;
  Request.Policies = {{Model, std::move(Known)}};
  Request.Policies[0].Beside = Beside;
  return Request;
}

/// True if it decided what \p Own says, so that it would come out the same.
bool InlineDecisionProblem::State::isFor(const InlineDecisions &Own) const {
  if (!Known)
    return false;
  const auto &Earlier = Known->sites();
  if (Earlier == Own.sites())
    return true;
  return std::all_of(Sites.begin(), Sites.end(), [&](const TrialSite &S) {
    const auto Decided = Own.sites().find(S.Key);
    // Where nothing is said any more, the policy may decide otherwise.
    return Decided != Own.sites().end()
               ? bool(Decided->second) == S.Decision && !Wavering.count(S.Key)
               : Earlier.count(S.Key) == 0;
  });
}

/// True if \p M is, or was just before, as \p Own has it; then that is how it
/// is again.
bool InlineDecisionProblem::isReady(
    Module &M, const std::shared_ptr<const InlineDecisions> &Own) {
  if (!M.Now.isFor(*Own)) {
    if (!M.Before.isFor(*Own))
      return false;
    std::swap(M.Now, M.Before);
    link(M);
  }
  M.Now.Known = Own;
  return true;
}

void InlineDecisionProblem::learnPromises(bool Learn) {
  // Calls that run most promise most, where cycles count.
  if (countsCycles())
    return;
  LearnsPromises = Learn;
  if (Learn && !Promises)
    Promises.emplace(Model);
}

double InlineDecisionProblem::promiseOf(const DecidedSite &Site) {
  if (Promises)
    return Promises->of(Site.Key);
  const auto Known = Runs.find(Site.Key);
  return Known == Runs.end() ? 0 : double(Known->second);
}

Result<Evaluated> InlineDecisionProblem::evaluate(const Decisions &D) {
  // Until all modules are measured again.
  Current.reset();
  // Keys that appear only now may be in D too; then the module is asked again.
  bool IsSettled = false;
  while (!IsSettled) {
    std::vector<ModuleRequest> Requests;
    std::vector<size_t> Asked;
    std::vector<std::shared_ptr<const InlineDecisions>> Known;
    for (size_t I = 0; I < Modules.size(); ++I) {
      if (Modules[I].IsFailed)
        continue;
      auto Own =
          std::make_shared<const InlineDecisions>(restrict(Modules[I], D));
      if (isReady(Modules[I], Own))
        continue;
      Asked.push_back(I);
      Requests.push_back(requestFor(I, Own));
      Requests.back().WithInputs = KeepInputs || LearnsPromises;
      Known.push_back(std::move(Own));
    }
    IsSettled = Requests.empty();
    std::optional<Error> Failure;
    size_t Compiled = 0;
    auto Accept = [&](size_t Index, Result<ModuleTrials> Trials) {
      const size_t M = Asked[Index];
      if (OnCompiled)
        OnCompiled(++Compiled, Asked.size());
      WholeTrial Trial;
      if (Trials)
        Trial = std::move(Trials->Policies[0]);
      else
        Trial.Failure = Trials.error().message();
      if (Trial.Failure.empty() || (!Modules[M].Now.Known && !isStopping()))
        return accept(M, std::move(Trial), std::move(Known[Index]));
      // It could be measured before: without it all is smaller, not better.
      Failure = Error(Trial.Failure);
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

/// What is to be small: of \p Programs, all of them.
double
InlineDecisionProblem::judge(const std::vector<LinkedCost> &Programs) const {
  const LinkedCost Sum = sumOf(Programs);
  if (!countsCycles())
    return double(Sum.Size);
  if (!First)
    return double(Sum.Cycles);
  const double Cost = double(Sum.Cycles) +
                      SizePrice * double(std::max(First->Cycles, LeastCycles)) *
                          double(Sum.Size) / double(First->Size);
  const uint64_t Limit = Growth ? Growth->bytesOver(First->Size) : Sum.Size;
  if (Sum.Size <= Limit)
    return Cost;
  // More than anything can gain, and the more the larger.
  return Cost + double(First->Cycles) * (1 + double(Sum.Size - Limit));
}

Evaluated InlineDecisionProblem::collect() {
  Evaluated E;
  Costs.clear();
  for (LinkModel &Link : Links)
    Costs.push_back(Link.cost());
  if (LearnsPromises)
    for (const Module &M : Modules)
      Promises->add(M.Now.Sites, [&](const std::string &Function) {
        return std::any_of(M.Places.begin(), M.Places.end(), [&](auto &At) {
          return Links[At.first].isKept(At.second, Function);
        });
      });
  if (!First)
    First = sumOf(Costs);
  E.Size = judge(Costs);
  ModuleOfKey.clear();
  for (size_t I = 0; I < Modules.size(); ++I)
    for (const TrialSite &Site : Modules[I].Now.Sites)
      if (ModuleOfKey.emplace(Site.Key, I).second) {
        E.Sites.push_back(describe(Site));
        if (Site.Count)
          Runs.emplace(Site.Key, Site.Count);
      }
  return E;
}

std::vector<CorpusProblem::Part> InlineDecisionProblem::parts() const {
  std::vector<Part> Parts;
  for (size_t I = 0; I < Programs.size(); ++I)
    Parts.push_back({Programs[I].Package, Programs[I].Name,
                     double(countsCycles() ? Costs[I].Cycles : Costs[I].Size),
                     Costs[I].Size});
  return Parts;
}

std::unique_ptr<SearchLabels> InlineDecisionProblem::createLabels() {
  return std::make_unique<InlineSearchLabels>(*this);
}

const TrialSite *InlineDecisionProblem::findSite(const std::string &Key) const {
  auto At = ModuleOfKey.find(Key);
  if (At == ModuleOfKey.end())
    return nullptr;
  const auto &Sites = Modules[At->second].Now.Sites;
  auto Site = std::find_if(Sites.begin(), Sites.end(),
                           [&](const TrialSite &S) { return S.Key == Key; });
  return Site == Sites.end() ? nullptr : &*Site;
}

std::vector<const TrialSite *>
InlineDecisionProblem::sitesOf(size_t Index) const {
  std::vector<const TrialSite *> Own;
  for (const TrialSite &Site : Modules[Index].Now.Sites)
    if (ModuleOfKey.at(Site.Key) == Index)
      Own.push_back(&Site);
  return Own;
}
} // namespace mlgo
