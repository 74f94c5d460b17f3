// What mlgo why is asked about
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "explain/Input.h"
#include "build/PluginFile.h"
#include "compile/CodeSetting.h"
#include "compile/EmbeddedBitcode.h"
#include "link/BuildSummary.h"
#include "link/DecisionFiles.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include <sstream>

namespace mlgo {
static bool isSource(const std::string &File) {
  static const std::set<std::string> Kinds = {".c",   ".cc",  ".cp",  ".cxx",
                                              ".cpp", ".CPP", ".c++", ".C",
                                              ".i",   ".ii",  ".m",   ".mm"};
  return Kinds.count(fs::path(File).extension().string()) != 0;
}

/// The bitcode in \p Bytes, of the file \p Name.
static Result<std::string> findBitcode(const std::string &Bytes,
                                       const std::string &Name) {
  if (startsWith(Bytes, "BC\xc0\xde"))
    return Bytes;
  if (startsWith(Bytes, "\x7f"
                        "ELF")) {
    const auto Found =
        MLGO_TRY(findEmbeddedBitcode(Bytes, BitcodeSections()).in(Name));
    // The driver's own -fembed-bitcode compiles in two steps, and embeds what
    // is inlined already.
    const bool IsLate = Found && Found->Command.find("-disable-llvm-passes") !=
                                     std::string_view::npos;
    if (Found && !IsLate)
      return std::string(Found->Bitcode);
    return Error(Name +
                 (IsLate ? ": holds bitcode in which all is decided already"
                         : ": holds no bitcode to decide again") +
                 "; expected an object of "
                 "clang -Xclang -fembed-bitcode=all, or the source: mlgo why "
                 "x.c FUNCTION "
                 "-- FLAGS, or a record: mlgo run --record app.record -- make");
  }
  return Error(Name + ": is neither source nor bitcode, object or record");
}

/// The words that compile \p Request.File anew; what has to be written for that
/// is put into \p Folder.
static Result<Strings> describeCompilation(const WhyRequest &Request,
                                           const std::string &Bytes,
                                           const ScratchFolder &Folder) {
  const std::string Major = "-" + std::to_string(Request.Major);
  if (isSource(Request.File)) {
    const std::string Kind = fs::path(Request.File).extension().string();
    Strings Words = {
        (Kind == ".c" || Kind == ".i" || Kind == ".m" ? "clang" : "clang++") +
        Major};
    const Strings Default = {"-Oz"};
    const Strings &Flags = Request.Flags.empty() ? Default : Request.Flags;
    // Both may be there when a line of a build's output is pasted.
    for (size_t I = 0; I < Flags.size(); ++I)
      if (Flags[I] == "-o")
        ++I;
      else if (Flags[I] != "-c" && Flags[I] != Request.File)
        Words.push_back(Flags[I]);
    Words.push_back(Request.File);
    return Words;
  }
  if (!Request.Flags.empty())
    return Error("found flags for " + Request.File +
                 ", which is no source; its own are in it");
  const std::string File = Folder.file("module.bc");
  MLGO_TRY(
      writeFileAtomically(File, MLGO_TRY(findBitcode(Bytes, Request.File))));
  const BuiltCode Code = MLGO_TRY(readBuiltCode(File).in(Request.File));
  const std::string Level =
      Code.Level == CodeLevel::AsBuilt ? "O2" : nameOf(Code.Level);
  return Strings{"clang" + Major, "-" + Level, "-x", "ir", File};
}

/// The functions that are defined in \p Object.
static Strings listFunctions(const std::string &Object, unsigned Major) {
  ChildCommand Command;
  Command.Arguments = {"llvm-nm-" + std::to_string(Major), "--defined-only",
                       "--format=posix", Object};
  Strings Names;
  const auto Outcome = runChild(Command);
  if (!Outcome || Outcome->ExitCode != 0)
    return Names;
  std::istringstream Lines(Outcome->Output);
  for (std::string Line; std::getline(Lines, Line);) {
    std::istringstream Words(Line);
    std::string Name, Type;
    if (Words >> Name >> Type && (Type == "T" || Type == "t" || Type == "W"))
      Names.push_back(Name);
  }
  return Names;
}

/// Why nobody was asked, as the statistics say.
static std::string describeUnserved(const TaskCounts &Counts, bool IsSource) {
  for (const auto &[Place, Modules] : Counts.Unserved) {
    if (Place == "link")
      return "with -flto inlining is decided at the link; expected a record of "
             "that: mlgo run --record app.record -- make";
    if (Place == "rustc-link")
      return "with LTO inlining is decided when rustc links; expected a record "
             "of that: mlgo run --record app.record -- cargo build --release";
    if (Place == "O2" || Place == "Os")
      return "it is compiled at -" + Place +
             ", where no policy decides but LLVM's own heuristic" +
             (IsSource ? "; at -Oz: mlgo why x.c FUNCTION -- -Oz" : "");
    return "it is for " + Place + ", which no policy is for";
  }
  return "";
}

static Result<WhyAnswers> readRecord(const std::string &Bytes,
                                     const std::string &File) {
  WhyAnswers Answers;
  Answers.Calls = MLGO_TRY(parseRecordedDecisions(Bytes));
  Answers.Others = MLGO_TRY(parseDecisions(readRecords(File)));
  if (Answers.Calls.empty())
    Answers.NotAsked = "the record has no call with its inputs; what a search "
                       "writes has none";
  return Answers;
}

static Result<WhyAnswers> compile(const WhyRequest &Request,
                                  const std::string &Bytes) {
  const ScratchFolder Folder = MLGO_TRY(ScratchFolder::create());
  const std::string Object = Folder.file("object.o");
  const std::string Record = Folder.file("record");
  const std::string Statistics = Folder.file("statistics");
  const std::string Plugin =
      MLGO_TRY(findPlugin("MLGO-" + std::to_string(Request.Major) + ".so"));
  ChildCommand Command;
  Command.Arguments = MLGO_TRY(describeCompilation(Request, Bytes, Folder));
  Command.Arguments.insert(Command.Arguments.end(),
                           {"-fpass-plugin=" + Plugin, "-c", "-o", Object});
  Command.Environment = recordDecisionsIn(Record);
  Command.Environment.emplace_back(defaultTask().variable("STATS_FILE"),
                                   Statistics);
  if (!Request.Model.empty())
    Command.Environment.emplace_back(defaultTask().variable("MODEL"),
                                     fs::absolute(Request.Model).string());
  const ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode != 0)
    return Error(Request.File + ": " + Command.Arguments[0] +
                 " cannot compile it:\n" + Outcome.ErrorOutput);
  WhyAnswers Answers;
  const DecisionRecords Records = readRecords(Record);
  if (const std::string &Calls = Records.of(defaultTask()); !Calls.empty())
    Answers.Calls = MLGO_TRY(parseRecordedDecisions(Calls));
  Answers.Others = MLGO_TRY(parseDecisions(Records));
  Answers.Functions = listFunctions(Object, Request.Major);
  if (const auto Text = readFile(Statistics))
    Answers.NotAsked =
        describeUnserved(sumStatistics(*Text), isSource(Request.File));
  return Answers;
}

Result<WhyAnswers> collectAnswers(const WhyRequest &Request) {
  const std::string Bytes = MLGO_TRY(readFile(Request.File));
  const bool IsRecord =
      defaultTask().hasDecisionsIn(Bytes.substr(0, Bytes.find('\n')));
  WhyAnswers Answers =
      MLGO_TRY(IsRecord ? readRecord(Bytes, Request.File).in(Request.File)
                        : compile(Request, Bytes));
  std::set<std::string> Names(Answers.Functions.begin(),
                              Answers.Functions.end());
  const auto Add = [&](const std::string &Name) {
    Names.insert(Name);
    // The symbol of a local function is there without its file, too.
    if (const size_t At = Name.find('@'); At != std::string::npos)
      Names.erase(Name.substr(0, At));
  };
  for (const RecordedDecision &Call : Answers.Calls)
    Add(Call.Site.Caller);
  for (const auto &[Name, Decided] : Answers.Others)
    Add(Name);
  Answers.Functions.assign(Names.begin(), Names.end());
  return Answers;
}
} // namespace mlgo
