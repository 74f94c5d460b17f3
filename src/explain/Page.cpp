// Gathers what a page shows
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "explain/Page.h"
#include "build/CompilerWrapper.h"
#include "explain/DecisionIndex.h"
#include "explain/FunctionNames.h"
#include "support/Text.h"
#include <sstream>

namespace mlgo {
/// Of those that shrank, and of those that grew.
constexpr size_t MaxFunctions = 30;

static ReportedSize sizeOf(const char *Name, const ProgramSize *Stock,
                           const ProgramSize &Variant,
                           uint64_t ProgramSize::*Bytes) {
  ReportedSize Size;
  Size.Name = Name;
  if (Stock)
    Size.Stock = Stock->*Bytes;
  Size.Variant = Variant.*Bytes;
  return Size;
}

/// \p Stock is null if there was one build.
static std::vector<ReportedSize> listSizes(const ProgramSize *Stock,
                                           const ProgramSize &Variant) {
  std::vector<ReportedSize> Sizes = {
      sizeOf("Total", Stock, Variant, &ProgramSize::Text),
      sizeOf("Code", Stock, Variant, &ProgramSize::Code),
      sizeOf("Read-only data", Stock, Variant, &ProgramSize::ReadOnly),
      sizeOf("Unwind tables", Stock, Variant, &ProgramSize::Unwind)};
  if (Variant.Xz) {
    Sizes.push_back(sizeOf("xz", Stock, Variant, &ProgramSize::Xz));
    Sizes.push_back(sizeOf("gzip", Stock, Variant, &ProgramSize::Gzip));
  }
  return Sizes;
}

/// Those of \p Changed that change most in the direction of \p Sign, with their
/// decisions.
static std::vector<ReportedFunction>
chooseFunctions(std::vector<ReportedSize> Changed, int Sign,
                const DecisionIndex &Decisions, uint64_t &Total,
                int64_t &Bytes) {
  Changed.erase(
      std::remove_if(Changed.begin(), Changed.end(),
                     [&](const auto &S) { return Sign * S.change() <= 0; }),
      Changed.end());
  Total = Changed.size();
  for (const ReportedSize &Size : Changed)
    Bytes += Size.change();
  std::stable_sort(Changed.begin(), Changed.end(),
                   [&](const ReportedSize &A, const ReportedSize &B) {
                     return Sign * A.change() > Sign * B.change();
                   });
  Changed.resize(std::min(Changed.size(), MaxFunctions));
  std::vector<ReportedFunction> Functions;
  for (const ReportedSize &Size : Changed)
    Functions.push_back(Decisions.describe(Size));
  return Functions;
}

/// What has changed from \p Stock to \p Variant, under symbols.
static std::vector<ReportedSize> listChanges(const FunctionSizes &Stock,
                                             const FunctionSizes &Variant) {
  std::vector<ReportedSize> Changes;
  for (const auto &[Name, Bytes] : Stock) {
    const auto Now = Variant.find(Name);
    ReportedSize Size = {Name, Bytes, std::nullopt};
    if (Now != Variant.end())
      Size.Variant = Now->second;
    if (Size.change() != 0)
      Changes.push_back(std::move(Size));
  }
  for (const auto &[Name, Bytes] : Variant)
    if (!Stock.count(Name))
      Changes.push_back({Name, std::nullopt, Bytes});
  return Changes;
}

static void addFunctions(ReportedProgram &Program, const FunctionSizes &Stock,
                         const FunctionSizes &Variant,
                         const DecisionIndex &Decisions) {
  Program.HasSymbols = !Stock.empty() && !Variant.empty();
  const auto Changes = listChanges(Stock, Variant);
  Program.Shrunk = chooseFunctions(Changes, -1, Decisions, Program.NumShrunk,
                                   Program.ShrunkBytes);
  Program.Grown = chooseFunctions(Changes, 1, Decisions, Program.NumGrown,
                                  Program.GrownBytes);
}

/// Of one build: those about which most was decided otherwise.
static void addDeciding(ReportedProgram &Program, const FunctionSizes &Sizes,
                        const DecisionIndex &Decisions) {
  Program.HasSymbols = !Sizes.empty();
  std::vector<std::pair<size_t, ReportedSize>> Deciding;
  for (const auto &[Name, Bytes] : Sizes)
    if (const size_t Differ = Decisions.countIn(Name))
      Deciding.push_back({Differ, {Name, std::nullopt, Bytes}});
  Program.NumShrunk = Deciding.size();
  std::stable_sort(
      Deciding.begin(), Deciding.end(),
      [](const auto &A, const auto &B) { return A.first > B.first; });
  Deciding.resize(std::min(Deciding.size(), MaxFunctions));
  for (const auto &[Differ, Size] : Deciding)
    Program.Shrunk.push_back(Decisions.describe(Size));
}

/// Bytes by the names that decisions have: Rust's symbols differ by build.
static Result<FunctionSizes> measure(const std::string &Program,
                                     unsigned Major) {
  FunctionSizes Sizes;
  for (const auto &[Symbol, Bytes] : MLGO_TRY(measureFunctions(Program, Major)))
    Sizes[nameForDecisions(Symbol)] += Bytes;
  return Sizes;
}

static ReportedDecisions count(const std::string &Task,
                               const TaskCounts &Counts) {
  ReportedDecisions D;
  D.Task = Task;
  D.Files = Counts.Modules;
  if (Counts.Functions)
    D.Functions = Counts.Functions;
  D.Decisions = Counts.Decisions;
  D.Differ = Counts.Differ;
  return D;
}

/// Exchanged registers, which nobody was asked about.
static ReportedDecisions countRegisters(const TaskCounts &Counts) {
  ReportedDecisions D;
  D.Task = "registers";
  D.Files = Counts.Modules;
  D.Differ = Counts.Reassigned;
  D.SavedBytes = Counts.SavedBytes;
  return D;
}

/// The lines that mlgo run would print of what was not covered, without their
/// columns.
static std::vector<std::string> listFacts(const RunSummary &Summary) {
  std::vector<std::string> Facts;
  std::istringstream Lines(describeUncovered(Summary));
  for (std::string Line; std::getline(Lines, Line);) {
    std::istringstream Words(Line);
    std::string Fact;
    for (std::string Word; Words >> Word;)
      Fact += (Fact.empty() ? "" : " ") + Word;
    Facts.push_back(std::move(Fact));
  }
  return Facts;
}

static BuildReport begin(const ReportHeading &Heading,
                         const RunSummary &Summary) {
  BuildReport Report;
  Report.Title = Heading.Title;
  Report.Command = Heading.Command;
  Report.Compiler = Heading.Compiler;
  for (const Task &T : allTasks())
    if (const TaskCounts &Counts = Summary.of(T); Counts.Modules)
      Report.Decisions.push_back(count(T.Words.Noun, Counts));
  for (const Task &T : allTasks())
    if (const TaskCounts &Counts = Summary.of(T); Counts.Reassigned)
      Report.Decisions.push_back(countRegisters(Counts));
  Report.Facts = listFacts(Summary);
  return Report;
}

/// Decisions without points, and a note, if nobody knows the policies.
static DecisionIndex index(const DecisionRecords &Records,
                           const std::string &StockCalls, BuildReport &Report) {
  if (Records.areEmpty())
    return DecisionIndex();
  Result<DecisionIndex> Index = DecisionIndex::create(Records, StockCalls);
  if (Index)
    return Index.take();
  Report.Notes.push_back("decisions: " + Index.error().message());
  return DecisionIndex();
}

Result<BuildReport> collectReport(const ReportHeading &Heading,
                                  const ComparedBuild &Found) {
  BuildReport Report = begin(Heading, Found.Summary);
  Report.Notes = Found.Notes;
  const DecisionIndex Decisions =
      index(Found.Record, Found.StockRecord, Report);
  for (size_t I = 0; I < Found.Package.Programs.size(); ++I) {
    const LinkedSizes &Sizes = Found.Package.Programs[I];
    const unsigned Major = Found.Summary.LLVMMajor;
    ReportedProgram Program;
    Program.Name = Sizes.Program;
    Program.Sizes = listSizes(&Sizes.Stock, Sizes.Variant);
    addFunctions(Program, MLGO_TRY(measure(Found.StockFiles[I], Major)),
                 MLGO_TRY(measure(Found.VariantFiles[I], Major)), Decisions);
    Report.Programs.push_back(std::move(Program));
  }
  // What changes most is what one wants to open.
  std::stable_sort(Report.Programs.begin(), Report.Programs.end(),
                   [](const ReportedProgram &A, const ReportedProgram &B) {
                     return std::llabs(A.Sizes[0].change()) >
                            std::llabs(B.Sizes[0].change());
                   });
  return Report;
}

Result<BuildReport> collectReport(const ReportHeading &Heading,
                                  const RunSummary &Summary,
                                  const DecisionRecords &Records) {
  BuildReport Report = begin(Heading, Summary);
  const DecisionIndex Decisions = index(Records, "", Report);
  for (const std::string &File : Summary.Files.Linked) {
    ReportedProgram Program;
    Program.Name = std::filesystem::path(File).lexically_proximate(
        std::filesystem::current_path());
    Program.Sizes = listSizes(
        nullptr, MLGO_TRY(measureProgram(File, Summary.LLVMMajor, true)));
    addDeciding(Program, MLGO_TRY(measure(File, Summary.LLVMMajor)), Decisions);
    Report.Programs.push_back(std::move(Program));
  }
  return Report;
}

std::string asTyped(const std::vector<std::string> &Words) {
  return joinText(Words, " ", [](const std::string &Word) {
    const bool IsPlain =
        !Word.empty() &&
        Word.find_first_of(" \t\n'\"\\$&|;<>()*?[]#~`!") == Word.npos;
    return IsPlain ? Word : quoteForShell(Word);
  });
}
} // namespace mlgo
