// Comparisons over targets and levels
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Matrix.h"
#include "mlgo/support/File.h"
#include "support/Archive.h"
#include "support/ProcessPool.h"
#include "support/ShortNames.h"
#include "tensor/JSON.h"
#include <algorithm>

namespace mlgo {
template <typename ArchiveT> void serialize(ArchiveT &A, ProgramLanguage &L) {
  auto Number = static_cast<uint8_t>(L);
  A(Number);
  L = static_cast<ProgramLanguage>(Number);
}
template <typename ArchiveT> void serialize(ArchiveT &A, ProgramSize &S) {
  A(S.Text, S.Code, S.ReadOnly, S.Unwind, S.Data, S.Bss, S.Stack, S.HasStack,
    S.File, S.Stripped, S.Xz, S.Gzip);
}
template <typename ArchiveT> void serialize(ArchiveT &A, LinkedSizes &S) {
  A(S.Package, S.Program, S.Language, S.StockBytes, S.VariantBytes, S.Stock,
    S.Variant);
}
template <typename ArchiveT> void serialize(ArchiveT &A, InlineStatistics &S) {
  A(S.Modules, S.Decisions, S.Inlined, S.Differ, S.Abstained);
}
template <typename ArchiveT> void serialize(ArchiveT &A, PackageComparison &C) {
  A(C.Programs, C.Decisions);
}

namespace {
/// The list \p Key of \p Root, which is taken out; \p Otherwise if there is
/// none. Values that \p Convert does not know are an error.
template <typename T, typename ConvertT>
Result<std::vector<T>> takeList(OrderedJSON &Root, const std::string &Key,
                                std::vector<T> Otherwise, ConvertT Convert) {
  if (!Root.contains(Key))
    return Otherwise;
  const OrderedJSON List = Root[Key];
  Root.erase(Key);
  std::vector<T> Values;
  for (const OrderedJSON &Item : List) {
    std::optional<T> Value = Convert(Item);
    if (!Value)
      return Error("matrix: " + Key + ": found " + toJSONText(Item));
    Values.push_back(std::move(*Value));
  }
  if (!List.is_array() || Values.empty())
    return Error("matrix: " + Key + ": expected a list with values");
  return Values;
}

std::optional<std::string> asText(const OrderedJSON &Item) {
  return Item.is_string() ? std::optional(Item.get<std::string>())
                          : std::nullopt;
}

std::optional<bool> asBoolean(const OrderedJSON &Item) {
  return Item.is_boolean() ? std::optional(Item.get<bool>()) : std::nullopt;
}

std::optional<std::string> asLevel(const OrderedJSON &Item) {
  auto Level = asText(Item);
  for (const char *Known : {"Oz", "Os", "O1", "O2", "O3"})
    if (Level == Known)
      return Level;
  return std::nullopt;
}

std::optional<std::string> asFolding(const OrderedJSON &Item) {
  auto Folding = asText(Item);
  if (Folding == "none")
    return "";
  return Folding == "safe" || Folding == "all" ? Folding : std::nullopt;
}

/// All cells, without those that no linker knows.
Result<std::vector<BuildSettings>> readCells(OrderedJSON &Root) {
  const auto Targets =
      MLGO_TRY(takeList<std::string>(Root, "targets", {"x86-64"}, asText));
  const auto Levels =
      MLGO_TRY(takeList<std::string>(Root, "levels", {"Oz"}, asLevel));
  const auto Tables =
      MLGO_TRY(takeList<bool>(Root, "unwind_tables", {true}, asBoolean));
  const auto Foldings =
      MLGO_TRY(takeList<std::string>(Root, "icf", {""}, asFolding));
  const auto Outliners =
      MLGO_TRY(takeList<bool>(Root, "outliner", {true}, asBoolean));
  std::vector<BuildSettings> Cells;
  for (const std::string &Target : Targets)
    for (const std::string &Level : Levels)
      for (bool HasTables : Tables)
        for (const std::string &Folding : Foldings)
          for (bool HasOutliner : Outliners) {
            Cells.push_back({Target, Level, HasTables, Folding, HasOutliner});
            MLGO_TRY(Cells.back().check().in("matrix"));
          }
  return Cells;
}

/// One package in one cell.
class MatrixTask {
public:
  MatrixTask(const BuildSettings &Settings, const Recipe &R,
             const ComparisonOptions &Matrix)
      : R(R), Options(Matrix) {
    Options.Settings = Settings;
    Options.KeepBuilds = false;
    Options.Progress = [](auto &) {};
    Key = comparisonKey(R, Options);
    Options.Progress = [Say = Matrix.Progress,
                        Name = Settings.describe()](const std::string &Step) {
      Say(Name + ": " + Step);
    };
    if (!Key)
      return;
    Options.RunFolder = "run-" + *Key;
    File = Options.Work + "/matrix/" + *Key;
  }

  /// What has been found; nothing if it has not been looked for.
  std::optional<PackageComparison> result() const {
    Result<std::string> Bytes = Key ? readFile(File) : Key;
    PackageComparison Found;
    if (!Bytes || !fromBytes(*Bytes, Found))
      return std::nullopt;
    return Found;
  }

  /// Empty, or why there is no result.
  std::string run() const {
    if (!Key)
      return Key.error().message();
    Result<PackageComparison> Done = comparePackage(R, Options);
    if (!Done)
      return Done.error().message();
    Status Written = writeFileAtomically(File, toBytes(*Done));
    return Written ? "" : Written.error().message();
  }

private:
  const Recipe &R;
  ComparisonOptions Options;
  Result<std::string> Key = Error("no key");
  std::string File;
};
} // namespace

Result<ComparisonMatrix> parseComparisonMatrix(std::string_view Text) {
  OrderedJSON Root = parseJSON(Text);
  if (!Root.is_object())
    return Error("matrix: expected a JSON object");
  ComparisonMatrix Matrix;
  Matrix.Packages =
      MLGO_TRY(takeList<std::string>(Root, "packages", {}, asText));
  if (Root.contains("role")) {
    if (Root["role"] != "validation" && Root["role"] != "training" &&
        Root["role"] != "test" && Root["role"] != "suite")
      return Error("matrix: role: expected training, validation, test or "
                   "suite");
    Matrix.Role = Root["role"].get<std::string>();
    Root.erase("role");
  }
  if (Matrix.Role.empty() == Matrix.Packages.empty())
    return Error("matrix: expected either role or packages");
  Matrix.Cells = MLGO_TRY(readCells(Root));
  if (!Root.empty())
    return Error("matrix: key '" + Root.begin().key() + "' is unknown");
  return Matrix;
}

std::vector<MatrixCell> compareMatrix(const std::vector<BuildSettings> &Cells,
                                      const std::vector<Recipe> &Recipes,
                                      const ComparisonOptions &Options) {
  // Each comparison makes its two builds at the same time.
  const unsigned Workers = std::max(1u, Options.Jobs / 2);
  ComparisonOptions Each = Options;
  Each.Jobs = std::max(1u, Options.Jobs / (2 * Workers));
  std::error_code Ignored;
  std::filesystem::create_directories(Options.Work + "/matrix", Ignored);
  // Sources are fetched here, before several processes want them.
  std::vector<MatrixTask> Tasks;
  for (const BuildSettings &Settings : Cells)
    for (const Recipe &R : Recipes)
      Tasks.emplace_back(Settings, R, Each);
  std::vector<size_t> Missing;
  for (size_t I = 0; I < Tasks.size(); ++I)
    if (!Tasks[I].result())
      Missing.push_back(I);
  Strings Failures(Tasks.size());
  runInProcesses(
      Missing.size(), Workers, /*DeadlineSeconds=*/0,
      [&](size_t I) { return Tasks[Missing[I]].run(); },
      [&](size_t I, TaskOutcome Outcome) {
        Failures[Missing[I]] = Outcome.Ok ? Outcome.Output : Outcome.Failure;
      });
  std::vector<MatrixCell> Found;
  for (size_t I = 0; I < Tasks.size(); ++I) {
    if (I % Recipes.size() == 0)
      Found.push_back({Cells[I / Recipes.size()], {}, {}});
    if (auto Result = Tasks[I].result())
      Found.back().Packages.push_back(std::move(*Result));
    else
      Found.back().Failures.push_back(Failures[I]);
  }
  return Found;
}
} // namespace mlgo
