// One program in two builds
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/ProgramComparison.h"
#include "compare/ProgramRunner.h"
#include "corpus/PackageBuilder.h"
#include "support/ShortNames.h"

namespace mlgo {
namespace {
class ProgramComparison {
public:
  ProgramComparison(const Recipe &R, const ProgramRecipe &Program,
                    const BuildFolders &Builds,
                    const ComparisonOptions &Options)
      : R(R), Program(Program), Builds(Builds), Options(Options),
        Runner(R, Options.Settings.target(), Builds.SourceTree,
               Options.Work + "/run") {}

  Result<std::vector<ChildOutcome>> run();
  Result<LinkedSizes> measure();
  Result<OtherFunctions> compareFunctions();
  Result<ProgramCounts> count(const std::vector<ChildOutcome> &Expected);
  Result<ProgramTimes> time();
  Status keep(const std::string &Build, const char *Kind);

private:
  Result<std::vector<ChildOutcome>> runBoth();
  Status checkRuns(const std::vector<ChildOutcome> &Before,
                   const std::string &Build, const std::string &Kind);

  const Recipe &R;
  const ProgramRecipe &Program;
  const BuildFolders &Builds;
  const ComparisonOptions &Options;
  ProgramRunner Runner;
};

/// The stock program's runs, if the variant's are the same.
Result<std::vector<ChildOutcome>> ProgramComparison::runBoth() {
  std::vector<ChildOutcome> Before =
      MLGO_TRY(Runner.run(Program, Builds.Stock).in("stock run"));
  MLGO_TRY(checkRuns(Before, Builds.Variant, "variant"));
  if (!Builds.Other.empty())
    MLGO_TRY(checkRuns(Before, Builds.Other, Options.Against));
  return Before;
}

/// Fails unless the program in \p Build does what the stock program did.
Status ProgramComparison::checkRuns(const std::vector<ChildOutcome> &Before,
                                    const std::string &Build,
                                    const std::string &Kind) {
  const auto After = MLGO_TRY(Runner.run(Program, Build).in(Kind + " run"));
  for (size_t I = 0; I < Before.size(); ++I) {
    const ChildOutcome &Old = Before[I], &New = After[I];
    const std::string Which = Program.Name + ": " +
                              (Kind == "variant" ? "" : Kind + " ") + "run " +
                              std::to_string(I + 1) + ": ";
    if (Old.EndedBySignal)
      return Error(Which + "the stock program ends with code " +
                   std::to_string(Old.ExitCode));
    if (Old.ExitCode != New.ExitCode)
      return Error(Which + "exit code is " + std::to_string(New.ExitCode) +
                   ", expected " + std::to_string(Old.ExitCode));
    if (Old.Output != New.Output || Old.ErrorOutput != New.ErrorOutput)
      return Error(Which + "output differs from that of the stock program");
  }
  return Success();
}

Result<std::vector<ChildOutcome>> ProgramComparison::run() {
  Result<std::vector<ChildOutcome>> Before = runBoth();
  // Some programs print the time; a second may end between two runs.
  for (unsigned Again = 0; !Before && Again < 2; ++Again)
    Before = runBoth();
  return Before;
}

Result<LinkedSizes> ProgramComparison::measure() {
  LinkedSizes Sizes;
  Sizes.Package = R.Package;
  Sizes.Program = Program.Name;
  Sizes.Language = languageOf(R.IsCxx);
  for (auto [Build, Size] : {std::pair(&Builds.Stock, &Sizes.Stock),
                             std::pair(&Builds.Variant, &Sizes.Variant),
                             std::pair(&Builds.Other, &Sizes.Other)})
    if (!Build->empty())
      *Size = MLGO_TRY(measureProgram(programPath(Program, *Build),
                                      Options.LLVMMajor, Options.Compress));
  Sizes.StockBytes = Sizes.Stock.Text;
  Sizes.VariantBytes = Sizes.Variant.Text;
  return Sizes;
}

Result<OtherFunctions> ProgramComparison::compareFunctions() {
  BuildFunctions Stock, Variant, Other;
  for (auto [Build, To] :
       {std::pair(&Builds.Stock, &Stock), std::pair(&Builds.Variant, &Variant),
        std::pair(&Builds.Other, &Other)}) {
    const std::string File = programPath(Program, *Build);
    To->Sizes = MLGO_TRY(measureFunctions(File, Options.LLVMMajor));
    if (To != &Stock)
      To->Callers = MLGO_TRY(findFunctionCallers(File, Options.LLVMMajor));
  }
  OtherFunctions Found = mlgo::compareFunctions(Stock, Variant, Other);
  Found.Package = R.Package;
  Found.Program = Program.Name;
  return Found;
}

Result<ProgramCounts>
ProgramComparison::count(const std::vector<ChildOutcome> &Expected) {
  Options.Progress(R.Package + ": counting " + Program.Name);
  ProgramCounts Counts;
  Counts.Package = R.Package;
  Counts.Program = Program.Name;
  Counts.Language = languageOf(R.IsCxx);
  for (auto [Build, To] : {std::pair(&Builds.Stock, &Counts.Stock),
                           std::pair(&Builds.Variant, &Counts.Variant),
                           std::pair(&Builds.Other, &Counts.Other)})
    if (!Build->empty())
      *To =
          MLGO_TRY(Runner.count(Program, *Build, Expected, Options.LLVMMajor));
  return Counts;
}

Result<ProgramTimes> ProgramComparison::time() {
  Options.Progress(R.Package + ": timing " + Program.Name);
  const TimeComparison Times = MLGO_TRY(
      Runner.time(Program, Builds.Stock, Builds.Variant, Options.TimePairs));
  return ProgramTimes{R.Package, Program.Name, languageOf(R.IsCxx), Times};
}

Status ProgramComparison::keep(const std::string &Build, const char *Kind) {
  const std::string Folder = Options.Keep + "/" + R.Package + "/" + Kind;
  std::error_code Failure;
  fs::create_directories(Folder, Failure);
  if (!Failure)
    fs::copy_file(programPath(Program, Build), Folder + "/" + Program.Name,
                  fs::copy_options::overwrite_existing, Failure);
  if (Failure)
    return Error(Folder + "/" + Program.Name +
                 ": cannot keep: " + Failure.message());
  return Success();
}
} // namespace

Status compareProgram(const Recipe &R, const ProgramRecipe &Program,
                      const BuildFolders &Builds,
                      const ComparisonOptions &Options,
                      PackageComparison &Found) {
  ProgramComparison Comparison(R, Program, Builds, Options);
  const std::vector<ChildOutcome> Runs = MLGO_TRY(Comparison.run());
  if (!Options.Keep.empty()) {
    MLGO_TRY(Comparison.keep(Builds.Stock, "stock"));
    MLGO_TRY(Comparison.keep(Builds.Variant, "variant"));
    if (!Builds.Other.empty())
      MLGO_TRY(Comparison.keep(Builds.Other, "other"));
  }
  const LinkedSizes Sizes = MLGO_TRY(Comparison.measure());
  Found.Programs.push_back(Sizes);
  if (Sizes.Variant.Code > Sizes.Other.Code && !Builds.Other.empty())
    Found.Functions.push_back(MLGO_TRY(Comparison.compareFunctions()));
  if (Options.Count && isCounted(Program))
    Found.Counts.push_back(MLGO_TRY(Comparison.count(Runs)));
  if (Options.TimePairs && isCounted(Program))
    Found.Times.push_back(MLGO_TRY(Comparison.time()));
  return Success();
}
} // namespace mlgo
