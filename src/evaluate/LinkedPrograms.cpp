// Program sizes when modules vary
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/LinkedPrograms.h"
#include "support/ProcessPool.h"
#include <algorithm>
#include <numeric>
#include <set>

namespace mlgo {
void append(ModuleVariants &To, ModuleVariants More) {
  const std::set<std::shared_ptr<const ObjectUnits>> Earlier(To.begin(),
                                                             To.end());
  ModuleVariants Same(More.size());
  for (size_t I = 0; I < More.size(); ++I) {
    const auto Known = std::find(More.begin(), More.begin() + I, More[I]);
    if (Known != More.begin() + I) {
      Same[I] = Same[Known - More.begin()];
      continue;
    }
    // Candidates of different items may have made the same of the module.
    auto Found =
        std::find_if(Earlier.begin(), Earlier.end(), [&](const auto &Units) {
          return Units && More[I] && *Units == *More[I];
        });
    Same[I] = Found == Earlier.end() ? More[I] : *Found;
  }
  To.insert(To.end(), Same.begin(), Same.end());
}

LinkedPrograms::LinkedPrograms(MeasuredCorpus TheCorpus)
    : Corpus(std::move(TheCorpus)), Places(Corpus.Paths.size()),
      Shares(Corpus.Paths.size()) {
  for (size_t P = 0; P < Corpus.Programs.size(); ++P) {
    const MeasuredProgram &Program = Corpus.Programs[P];
    LinkModel &Link = Links.emplace_back(Program.Roots, Program.Exports);
    for (const ProgramObject &Object : Program.Objects) {
      const size_t Place = Link.addObject(Object.Units, Object.IsLazy);
      if (Object.Module)
        Places[*Object.Module].emplace_back(P, Place);
    }
  }
}

void LinkedPrograms::setBaseline(size_t Module, const ObjectUnits &Units) {
  for (const auto &[Program, Place] : Places[Module])
    Links[Program].setObject(Place, Units);
}

void LinkedPrograms::measureBaselines() {
  for (size_t P = 0; P < Links.size(); ++P) {
    const std::vector<uint64_t> Parts = Links[P].sizesByObject();
    const uint64_t Total =
        std::accumulate(Parts.begin(), Parts.end(), uint64_t(0));
    Baselines.push_back(Total);
    for (size_t I = 0; Total > 0 && I < Parts.size(); ++I)
      if (const auto &Module = Corpus.Programs[P].Objects[I].Module)
        Shares[*Module] += Parts[I] * 1000000 / Total;
  }
}

/// In a process of its own, which may change the program: the bytes of sizes().
std::string
LinkedPrograms::linkAll(size_t Program,
                        const std::map<size_t, ModuleVariants> &Variants,
                        size_t NumCandidates) {
  LinkModel &Link = Links[Program];
  struct Varying {
    size_t Place;
    const ModuleVariants *Variants;
  };
  std::vector<Varying> Objects;
  for (const auto &[Module, Found] : Variants)
    for (const auto &[P, Place] : Places[Module])
      if (P == Program)
        Objects.push_back({Place, &Found});
  // Candidates that make the same of all modules are linked once, and those
  // that differ in few modules one after the other.
  using Choice = std::vector<const ObjectUnits *>;
  std::map<Choice, std::vector<size_t>> CandidatesOf;
  for (size_t C = 0; C < NumCandidates; ++C) {
    Choice Chosen;
    for (const Varying &V : Objects)
      if (const ObjectUnits *Units = (*V.Variants)[C].get())
        Chosen.push_back(Units);
    if (Chosen.size() == Objects.size())
      CandidatesOf[Chosen].push_back(C);
  }
  std::vector<std::optional<uint64_t>> Sizes(NumCandidates);
  Choice Current(Objects.size());
  for (const auto &[Chosen, Candidates] : CandidatesOf) {
    for (size_t I = 0; I < Objects.size(); ++I)
      if (Current[I] != Chosen[I])
        Link.setObject(Objects[I].Place, *Chosen[I]);
    Current = Chosen;
    const uint64_t Size = Link.size();
    for (const size_t C : Candidates)
      Sizes[C] = Size;
  }
  ByteWriter Out;
  for (const std::optional<uint64_t> &Size : Sizes)
    Out.number(Size ? *Size + 1 : 0);
  return Out.take();
}

Result<std::map<size_t, std::vector<std::optional<uint64_t>>>>
LinkedPrograms::sizes(const std::map<size_t, ModuleVariants> &Variants,
                      size_t NumCandidates, unsigned Jobs) {
  std::set<size_t> Touched;
  for (const auto &[Module, Found] : Variants)
    for (const auto &[Program, Place] : Places[Module])
      Touched.insert(Program);
  const std::vector<size_t> Programs(Touched.begin(), Touched.end());
  std::map<size_t, std::vector<std::optional<uint64_t>>> Sizes;
  std::string Failure;
  runInProcesses(
      Programs.size(), Jobs, 0,
      [&](size_t I) { return linkAll(Programs[I], Variants, NumCandidates); },
      [&](size_t I, TaskOutcome Outcome) {
        if (!Outcome.Ok) {
          Failure =
              Corpus.Programs[Programs[I]].Name + ": link: " + Outcome.Failure;
          return;
        }
        ByteReader In(Outcome.Output);
        auto &OfProgram = Sizes[Programs[I]];
        for (size_t C = 0; C < NumCandidates; ++C) {
          const uint64_t Size = In.number();
          OfProgram.push_back(Size ? std::optional(Size - 1) : std::nullopt);
        }
      });
  if (!Failure.empty())
    return Error(Failure);
  return Sizes;
}
} // namespace mlgo
