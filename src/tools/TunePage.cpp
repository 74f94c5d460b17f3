//===- TunePage.cpp - A page of what a search found -----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TunePage.h"

#include "ReportCollection.h"

#include "mlgo/support/File.h"

#include <cstdio>
#include <filesystem>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

const std::string StockFolder = "/built-without";

/// Where a build notes what it decided; the last letter is of the task.
const std::string InliningCounts = "/counts.inlining",
                  EvictionCounts = "/counts.evictions",
                  Records = "/counts.record";

std::string readAny(const std::string &File) {
  auto Text = readFile(File);
  return Text ? Text.take() : std::string();
}

/// What a search made of a program, in a sentence.
std::string describe(const CorpusProblem::Part &Stock,
                     const CorpusProblem::Part &Policy,
                     const CorpusProblem::Part &Found) {
  char Text[200];
  const auto Percent = [&](double Size) {
    return Stock.Size > 0 ? 100 * (Size / Stock.Size - 1) : 0.0;
  };
  std::snprintf(Text, sizeof(Text),
                ": stock %.0f bytes, the policy alone %.0f (%+.2f %%), with "
                "the search %.0f (%+.2f %%), without what the linker adds",
                Stock.Size, Policy.Size, Percent(Policy.Size), Found.Size,
                Percent(Found.Size));
  return Found.Name + Text;
}

/// The programs that \p Links made and that were kept before.
Result<ComparedBuild> compare(const TuneBuild &Build,
                              const std::vector<LinkCommand> &Links) {
  ComparedBuild Found;
  std::set<std::string> Done;
  for (const LinkCommand &Command : Links) {
    const auto Line = parseLinkLine(Command);
    if (!Line || isProbe(*Line))
      continue;
    LinkedSizes Sizes;
    Sizes.Program = fs::path(Line->Output).filename().string();
    const std::string Kept = Build.Work + StockFolder + "/" + Sizes.Program;
    std::error_code Failure;
    if (!fs::is_regular_file(Line->Output, Failure) ||
        !Done.insert(Sizes.Program).second)
      continue;
    if (!fs::is_regular_file(Kept, Failure)) {
      Found.Notes.push_back(Sizes.Program + ": was not linked in the first "
                                            "build");
      continue;
    }
    Sizes.IsCxx = Line->IsCxx;
    Sizes.Stock = MLGO_TRY(measureProgram(Kept, Build.LLVMMajor, true));
    Sizes.Variant =
        MLGO_TRY(measureProgram(Line->Output, Build.LLVMMajor, true));
    Sizes.StockBytes = Sizes.Stock.Text;
    Sizes.VariantBytes = Sizes.Variant.Text;
    Found.Package.Programs.push_back(std::move(Sizes));
    Found.StockFiles.push_back(Kept);
    Found.VariantFiles.push_back(Line->Output);
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
    if (!Line || isProbe(*Line) || Failure ||
        !fs::is_regular_file(Line->Output, Failure))
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
  for (const auto &[Variable, File] :
       {std::pair<const char *, std::string>("MLGO_INLINE_STATS_FILE",
                                             InliningCounts),
        {"MLGO_REGALLOC_STATS_FILE", EvictionCounts},
        {"MLGO_INLINE_RECORD", Records}}) {
    std::error_code Ignored;
    fs::remove(Build.Work + File, Ignored);
    Build.Environment.emplace_back(Variable, Build.Work + File);
  }
}

Status writeTunePage(const std::string &File, const TuneBuild &Build,
                     const std::vector<LinkCommand> &Links,
                     const FoundSizes &Sizes) {
  ComparedBuild Found = MLGO_TRY(compare(Build, Links));
  Found.Summary.LLVMMajor = Build.LLVMMajor;
  Found.Summary.Inlining = sumStatistics(readAny(Build.Work + InliningCounts));
  Found.Summary.Evictions = sumStatistics(readAny(Build.Work + EvictionCounts));
  Found.Record = readAny(Build.Work + Records);
  const ReportHeading Heading = {
      "What mlgo tune found for " + fs::current_path().filename().string(),
      Build.Command.empty() ? "mlgo tune --rebuild"
                            : "mlgo tune -- " + asTyped(Build.Command),
      ""};
  BuildReport Report = MLGO_TRY(collectReport(Heading, Found));
  for (size_t I = 0; I < Sizes.Found.size(); ++I)
    Report.Facts.push_back(
        describe(Sizes.Stock[I], Sizes.Policy[I], Sizes.Found[I]));
  return writeFileAtomically(File, formatHTML(Report));
}

} // namespace mlgo
