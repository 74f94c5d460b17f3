// How large policies make programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/PolicyEvaluation.h"
#include <algorithm>

namespace mlgo {
namespace {
/// Where a module's object lies: which programs, and as which object.
using Places = std::vector<std::pair<size_t, size_t>>;

class Evaluation {
public:
  Evaluation(const MeasuredCorpus &Corpus, const CodeSetting &Setting,
             size_t NumPolicies)
      : Corpus(Corpus), NumPolicies(NumPolicies), PlacesOf(Corpus.Paths.size()),
        Failed(Corpus.Paths.size()) {
    for (size_t P = 0; P < Corpus.Programs.size(); ++P) {
      const MeasuredProgram &Program = Corpus.Programs[P];
      for (size_t I = 0; I < Program.Objects.size(); ++I)
        if (Program.Objects[I].Module)
          PlacesOf[*Program.Objects[I].Module].emplace_back(P, I);
      Links.emplace_back();
      for (size_t Policy = 0; Policy < NumPolicies; ++Policy) {
        Links.back().emplace_back(Program.Roots, Program.Exports);
        if (Setting.HidesProfile)
          Links.back().back().addCyclesOfCopies();
        for (const ProgramObject &Object : Program.Objects)
          Links.back().back().addObject(Object.Units, Object.IsLazy);
      }
    }
  }

  void accept(size_t Module, const Result<ModuleTrials> &Trials) {
    const std::string &Name = Corpus.Paths[Module];
    if (!Trials) {
      Failed[Module] = 1;
      return Failures.push_back(Trials.error().message());
    }
    for (size_t Policy = 0; Policy < NumPolicies; ++Policy) {
      const WholeTrial *Trial = &Trials->Policies[Policy];
      if (!Trial->Failure.empty()) {
        ++Failed[Module];
        Failures.push_back(Name + ": policy " + std::to_string(Policy) + ": " +
                           Trial->Failure);
        Trial = &Trials->Policies[0];
      }
      for (const auto &[Program, Place] : PlacesOf[Module])
        Links[Program][Policy].setObject(Place, *Trial->Units);
    }
  }

  /// The same program's cycles. Which module they are spent in says little of
  /// what is inlined across its functions.
  ProgramSizes measureCycles(size_t P) {
    const MeasuredProgram &Program = Corpus.Programs[P];
    ProgramSizes Cycles;
    Cycles.Package = Program.Package;
    Cycles.Program = Program.Name;
    Cycles.IsCxx = Program.IsCxx;
    Cycles.Baseline = double(Links[P][0].cost().Cycles);
    for (size_t Policy = 1; Policy < NumPolicies; ++Policy)
      Cycles.Sizes.push_back(double(Links[P][Policy].cost().Cycles));
    for (const ProgramObject &Object : Program.Objects)
      if (Object.Module)
        Cycles.FailedTrials += Failed[*Object.Module];
    return Cycles;
  }

  ProgramSizes measure(size_t P) {
    const MeasuredProgram &Program = Corpus.Programs[P];
    ProgramSizes Sizes;
    Sizes.Package = Program.Package;
    Sizes.Program = Program.Name;
    Sizes.IsCxx = Program.IsCxx;
    std::vector<std::vector<uint64_t>> ByObject;
    for (LinkModel &Link : Links[P])
      ByObject.push_back(Link.sizesByObject());
    auto Total = [](const std::vector<uint64_t> &Parts) {
      uint64_t Sum = 0;
      for (const uint64_t Part : Parts)
        Sum += Part;
      return double(Sum);
    };
    Sizes.Baseline = Total(ByObject[0]);
    for (size_t Policy = 1; Policy < NumPolicies; ++Policy)
      Sizes.Sizes.push_back(Total(ByObject[Policy]));
    for (size_t I = 0; I < Program.Objects.size(); ++I) {
      const auto &Module = Program.Objects[I].Module;
      if (!Module)
        continue;
      Sizes.FailedTrials += Failed[*Module];
      Sizes.Modules.push_back(
          {Corpus.Modules[*Module], double(ByObject[0][I]), {}});
      for (size_t Policy = 1; Policy < NumPolicies; ++Policy)
        Sizes.Modules.back().Sizes.push_back(double(ByObject[Policy][I]));
    }
    return Sizes;
  }

  std::vector<std::string> Failures;

private:
  const MeasuredCorpus &Corpus;
  const size_t NumPolicies;
  std::vector<Places> PlacesOf;
  std::vector<uint64_t> Failed;              ///< Trials of each module.
  std::vector<std::vector<LinkModel>> Links; ///< By program and policy.
};
} // namespace

SizeReport evaluatePolicies(const MeasuredCorpus &Corpus, Worker &Work,
                            const CodeSetting &Setting,
                            const InlineTrialOptions &Options,
                            const std::vector<InlinePolicy> &Policies,
                            const std::vector<std::string> &Names,
                            const std::function<void(size_t)> &OnModule) {
  Evaluation Run(Corpus, Setting, Policies.size());
  std::vector<ModuleRequest> Requests(Corpus.Paths.size());
  for (size_t I = 0; I < Requests.size(); ++I) {
    Requests[I].Path = Corpus.Paths[I];
    Requests[I].Setting = Setting;
    Requests[I].Options = Options;
    Requests[I].SharedEnd = Policies.size();
  }
  size_t Finished = 0;
  auto Accept = [&](size_t Index, Result<ModuleTrials> Trials) {
    Run.accept(Index, Trials);
    OnModule(++Finished);
  };
  runTrials(Work, Requests, Accept, {}, Policies);
  SizeReport Report;
  Report.BaselineName = Names[0];
  Report.PolicyNames.assign(Names.begin() + 1, Names.end());
  for (size_t P = 0; P < Corpus.Programs.size(); ++P)
    Report.Programs.push_back(Setting.Profile.empty() ? Run.measure(P)
                                                      : Run.measureCycles(P));
  Report.Failures = Corpus.Failures;
  std::sort(Run.Failures.begin(), Run.Failures.end());
  Report.Failures.insert(Report.Failures.end(), Run.Failures.begin(),
                         Run.Failures.end());
  return Report;
}
} // namespace mlgo
