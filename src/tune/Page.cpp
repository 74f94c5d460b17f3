// A page of what a search found
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/Page.h"
#include "explain/Page.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "support/Text.h"

namespace mlgo {
namespace {
const std::string StockFolder = "/built-without";

/// Where a build notes what it decided.
const std::string Counts = "/counts", Records = "/counts.record";

/// What a search made of a program, in a sentence.
std::string describe(const CorpusProblem::Part &Stock,
                     const CorpusProblem::Part &Policy,
                     const CorpusProblem::Part &Found) {
  const auto Percent = [&](double Size) {
    return Stock.Size > 0 ? 100 * (Size / Stock.Size - 1) : 0.0;
  };
  return Found.Name +
         formatText(
             ": stock %.0f bytes, the policy alone %.0f (%+.2f %%), with "
             "the search %.0f (%+.2f %%), without what the linker adds",
             Stock.Size, Policy.Size, Percent(Policy.Size), Found.Size,
             Percent(Found.Size));
}

/// The programs that \p Links made and that were kept before.
Result<ComparedBuild> compare(const TuneBuild &Build,
                              const std::vector<LinkCommand> &Links) {
  ComparedBuild Found;
  Found.Summary.LLVMMajor = Build.LLVMMajor;
  std::set<std::string> Done;
  for (const LinkCommand &Command : Links) {
    const auto Line = parseLinkLine(Command);
    if (!Line || isProbe(*Line))
      continue;
    const std::string Name = fs::path(Line->Output).filename().string();
    const std::string Kept = Build.Work + StockFolder + "/" + Name;
    std::error_code Failure;
    if (!fs::is_regular_file(Line->Output, Failure) ||
        !Done.insert(Name).second)
      continue;
    if (!fs::is_regular_file(Kept, Failure)) {
      Found.Notes.push_back(Name + ": was not linked in the first build");
      continue;
    }
    MLGO_TRY(
        Found.add(Name, languageOf(Line->IsCxx), Kept, Line->Output, true));
  }
  return Found;
}
} // namespace

Status keepStockBuild(const std::vector<LinkCommand> &Links,
                      const std::string &Work) {
  const std::string Folder = Work + StockFolder;
  std::error_code Failure;
  fs::remove_all(Folder, Failure);
  fs::create_directories(Folder, Failure);
  for (const LinkCommand &Command : Links) {
    const auto Line = parseLinkLine(Command);
    // What a build tries whether it can be linked is gone by now.
    std::error_code IsGone;
    if (Failure)
      break;
    if (!Line || isProbe(*Line) || !fs::is_regular_file(Line->Output, IsGone))
      continue;
    fs::copy_file(Line->Output,
                  fs::path(Folder) / fs::path(Line->Output).filename(),
                  fs::copy_options::overwrite_existing, Failure);
  }
  if (Failure)
    return Error(Folder + ": cannot keep programs: " + Failure.message());
  return Success();
}

void recordDecisions(TuneBuild &Build) {
  removeCounts(Build.Work + Counts);
  removeRecords(Build.Work + Records);
  for (auto &Variable : countDecisionsIn(Build.Work + Counts))
    Build.Environment.push_back(std::move(Variable));
  for (auto &Variable : recordDecisionsIn(Build.Work + Records))
    Build.Environment.push_back(std::move(Variable));
}

namespace {
/// The page of \p Found, which gets what its build noted.
Result<BuildReport> collect(ComparedBuild Found, const TuneBuild &Build) {
  readCounts(Build.Work + Counts, Found.Summary);
  Found.Record = readRecords(Build.Work + Records);
  const ReportHeading Heading = {
      "What mlgo tune found for " + fs::current_path().filename().string(),
      Build.Command.empty()
          ? "mlgo tune --rebuild"
          : std::string("mlgo tune ") +
                (Build.IsForSpeed ? "--objective cycles " : "") + "-- " +
                asTyped(Build.Command),
      ""};
  return collectReport(Heading, Found);
}

/// \p Found instead of \p Stock \p Things, in a sentence.
std::string describeCount(const char *Things, uint64_t Stock, uint64_t Found) {
  return formatText("%s: %llu instead of %llu (%+.2f %%)", Things,
                    static_cast<unsigned long long>(Found),
                    static_cast<unsigned long long>(Stock),
                    Stock ? 100 * (double(Found) / double(Stock) - 1) : 0.0);
}

std::string describeTime(const char *Time, const MedianInterval &I,
                         size_t Pairs) {
  return formatText(
      "%s: %+.2f %%, 95 %% interval %+.2f to %+.2f %%, of %zu pairs "
      "of runs%s",
      Time, I.Median, I.Low, I.High, Pairs,
      I.IsCertain ? "" : ", which are too few for an interval");
}
} // namespace

Status writeTunePage(const std::string &File, const TuneBuild &Build,
                     const std::vector<LinkCommand> &Links,
                     const FoundSizes &Sizes) {
  BuildReport Report =
      MLGO_TRY(collect(MLGO_TRY(compare(Build, Links)), Build));
  for (size_t I = 0; I < Sizes.Found.size(); ++I)
    Report.Facts.push_back(
        describe(Sizes.Stock[I], Sizes.Policy[I], Sizes.Found[I]));
  return writeFileAtomically(File, formatHTML(Report));
}

Result<BuildReport> reportSpeed(const TuneBuild &Build,
                                const ComparedBuilds &Builds,
                                const FoundSizes &Cycles) {
  ComparedBuild Both;
  Both.Summary.LLVMMajor = Build.LLVMMajor;
  const KeptBuild &Found = Builds.Found;
  for (const KeptProgram &P : Builds.Stock) {
    const auto Other =
        std::find_if(Found.begin(), Found.end(), [&](const KeptProgram &Kept) {
          return Kept.Place == P.Place;
        });
    if (Other != Found.end())
      MLGO_TRY(Both.add(fs::path(P.Place).filename().string(),
                        findLanguage(P.Copy), P.Copy, Other->Copy, true));
  }
  BuildReport Page = MLGO_TRY(collect(std::move(Both), Build));
  for (size_t I = 0; I < Cycles.Found.size(); ++I)
    Page.Facts.push_back(
        "cycles of " + Cycles.Found[I].Name +
        describeCount(", as modelled with the profile",
                      static_cast<uint64_t>(Cycles.Stock[I].Size),
                      static_cast<uint64_t>(Cycles.Found[I].Size)));
  return Page;
}

void addSpeed(BuildReport &Page, const std::string &Builds,
              const MeasuredSpeed &Speed) {
  const auto Add = [&](const std::string &Fact) {
    Page.Facts.push_back(Builds + ", " + Fact);
  };
  const SpeedComparison &C = Speed.Compared;
  Add(describeCount("bytes of text", Speed.StockBytes, Speed.FoundBytes));
  if (C.Counts) {
    const auto &[Stock, Found] = *C.Counts;
    Add(describeCount("instructions executed", Stock.Instructions,
                      Found.Instructions));
    Add(describeCount("memory reads", Stock.Reads, Found.Reads));
    Add(describeCount("memory writes", Stock.Writes, Found.Writes));
  }
  Add(describeTime("time", C.Times.Wall, C.Times.Pairs));
  Add(describeTime("time of the processor", C.Times.CPU, C.Times.Pairs));
}
} // namespace mlgo
