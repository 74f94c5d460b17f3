// What is run after each of two builds
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Runs.h"
#include "support/ShortNames.h"
#include <algorithm>

namespace mlgo {
using Counted = std::map<std::string, CountedProgram>;

/// What the programs in \p Place execute that \p Script starts, by their paths
/// in it.
static Result<Counted> countOnce(const BuildCopy &Copy,
                                 const std::string &Place,
                                 const std::string &Script,
                                 const CommandCounter &Counter) {
  const std::string Which = "counted run of '" + Script + "'";
  const ChildOutcome Outcome =
      MLGO_TRY(Copy.run(Counter.commandFor(Script)).in(Which));
  if (Outcome.ExitCode != 0)
    return Error(Which + ": exit code is " + std::to_string(Outcome.ExitCode) +
                 ", expected 0 as without valgrind; it sees nothing of your "
                 "environment but PATH:\n" +
                 lastLines(Outcome.Output + Outcome.ErrorOutput));
  Counted Inside;
  for (const auto &[Path, Program] : MLGO_TRY(Counter.take().in(Which))) {
    const fs::path Name = fs::path(Path).lexically_relative(Place);
    if (!Name.empty() && *Name.begin() != "..")
      Inside[Name.string()] = Program;
  }
  return Inside;
}

static Result<Counted> countScript(const BuildCopy &Copy,
                                   const std::string &Place,
                                   const std::string &Script,
                                   const CommandCounter &Counter) {
  Counted Fewest = MLGO_TRY(countOnce(Copy, Place, Script, Counter));
  const bool HasThreads =
      std::any_of(Fewest.begin(), Fewest.end(),
                  [](const auto &Entry) { return Entry.second.HasThreads; });
  for (unsigned I = 1; HasThreads && I < ThreadedCounts; ++I)
    for (const auto &[Name, Again] :
         MLGO_TRY(countOnce(Copy, Place, Script, Counter))) {
      CountedProgram &Best = Fewest.try_emplace(Name, Again).first->second;
      if (Again.Counts.Instructions < Best.Counts.Instructions)
        Best = Again;
    }
  return Fewest;
}

std::string lastLines(const std::string &Text) {
  constexpr int MaxLines = 15;
  size_t Start = Text.size();
  for (int Line = 0; Line <= MaxLines && Start != 0 && Start != Text.npos;
       ++Line)
    Start = Text.rfind('\n', Start - 1);
  return Text.substr(Start == Text.npos || Start == 0 ? 0 : Start + 1);
}

/// \p Text with an end of its last line.
static std::string endLine(std::string Text) {
  if (!Text.empty() && Text.back() != '\n')
    Text += '\n';
  return Text;
}

Result<BuildRuns> runCommands(const BuildCopy &Copy, const std::string &Home,
                              const Strings &Commands,
                              const CommandCounter *Counter) {
  BuildRuns Runs;
  bool Succeeds = true;
  for (const std::string &Script : Commands) {
    ChildCommand Run;
    Run.Arguments = {"sh", "-c", Script};
    Runs.Outcomes.push_back(MLGO_TRY(Copy.run(Run).in("'" + Script + "'")));
    Succeeds &= Runs.Outcomes.back().ExitCode == 0;
  }
  const std::string &Place = Copy.isAtHome() ? Home : Copy.folder();
  for (const std::string &Script : Commands) {
    if (!Counter || !Succeeds)
      break;
    for (const auto &[Name, Program] :
         MLGO_TRY(countScript(Copy, Place, Script, *Counter)))
      Runs.Counts[Name] += Program.Counts;
  }
  return Runs;
}

Status checkRuns(const Strings &Commands, const BuildRuns &Stock,
                 const BuildRuns &Variant) {
  for (size_t I = 0; I < Commands.size(); ++I) {
    const ChildOutcome &Old = Stock.Outcomes[I], &New = Variant.Outcomes[I];
    const std::string Which = "'" + Commands[I] + "'";
    if (Old.ExitCode != 0)
      return Error(Which + " ends with code " + std::to_string(Old.ExitCode) +
                   " after the stock build:\n" +
                   lastLines(endLine(Old.Output) + Old.ErrorOutput));
    if (New.ExitCode != Old.ExitCode)
      return Error(Which + " ends with code " + std::to_string(New.ExitCode) +
                   " after the variant's build, expected " +
                   std::to_string(Old.ExitCode) + ":\n" +
                   lastLines(endLine(New.Output) + New.ErrorOutput));
    for (const auto &[Stream, Said] :
         {std::pair("output", &ChildOutcome::Output),
          {"standard error", &ChildOutcome::ErrorOutput}})
      if (New.*Said != Old.*Said)
        return Error(std::string("the ") + Stream + " of " + Which +
                     " after the variant's build differs from that after the "
                     "stock build, which ends with:\n" +
                     endLine(lastLines(Old.*Said)) + "but:\n" +
                     lastLines(New.*Said));
  }
  return Success();
}

Status addCounts(const BuildRuns &Stock, const BuildRuns &Variant,
                 const std::string &StockFolder, ComparedBuild &Found) {
  for (size_t I = 0; I < Found.StockFiles.size(); ++I) {
    const std::string Name =
        fs::path(Found.StockFiles[I]).lexically_relative(StockFolder).string();
    const auto Old = Stock.Counts.find(Name), New = Variant.Counts.find(Name);
    if (Old == Stock.Counts.end() && New == Variant.Counts.end())
      continue;
    if (Old == Stock.Counts.end() || New == Variant.Counts.end())
      return Error(Name + ": the commands of --run start it only after one of "
                          "the builds, expected the same after both");
    const LinkedSizes &Program = Found.Package.Programs[I];
    Found.Package.Counts.push_back({Program.Package,
                                    Program.Program,
                                    Program.Language,
                                    Old->second,
                                    New->second,
                                    {}});
  }
  if (Found.Package.Counts.empty())
    return Error("the commands of --run have started no program that the build "
                 "links, expected one that is dynamically linked");
  return Success();
}
} // namespace mlgo
