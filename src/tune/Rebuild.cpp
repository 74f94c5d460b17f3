// What a search promises, and a build keeps
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/Rebuild.h"
#include "build/CompilerWrapper.h"
#include "corpus/CorpusDescription.h"
#include "link/ProgramSize.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include <charconv>

namespace mlgo {
/// The pieces of \p Text that \p End ends.
static std::vector<std::string> split(const std::string &Text, char End) {
  std::vector<std::string> Pieces;
  for (size_t At = 0, Next; (Next = Text.find(End, At)) != Text.npos;
       At = Next + 1)
    Pieces.push_back(Text.substr(At, Next - At));
  return Pieces;
}

/// \p Word as a shell takes it, in quotes only where it needs them.
static std::string shellWord(const std::string &Word) {
  const bool IsPlain =
      Word.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "-_=+./:,@%") == Word.npos;
  return IsPlain && !Word.empty() ? Word : quoteForShell(Word);
}

/// Removes \p Object and what libtool keeps beside it, which would pass for it.
static void removeObject(const fs::path &Object) {
  std::error_code Ignored;
  fs::remove(Object, Ignored);
  const fs::path Name = Object.stem().string() + ".lo";
  fs::remove(Object.parent_path() / Name, Ignored);
  if (Object.parent_path().filename() == ".libs")
    fs::remove(Object.parent_path().parent_path() / Name, Ignored);
}

/// Removes what the last build linked in its folder: of programs that one
/// command compiles and links no object says that they are out of date, and of
/// others it may be gone.
static void removeLinked(const TuneBuild &Build) {
  const auto Log = readFile(Build.Work + "/links");
  const auto Links = Log ? parseLinkLog(*Log) : Log.error();
  if (!Links)
    return;
  const std::string Here = fs::current_path().string() + "/";
  for (const LinkCommand &Command : *Links) {
    const auto Line = parseLinkLine(Command);
    std::error_code Ignored;
    if (Line && startsWith(Line->Output, Here))
      fs::remove(Line->Output, Ignored);
  }
}

/// What to do about \p Names, which the command of the last search did not
/// link.
static Error notLinked(const std::string &Names) {
  return Error(Names + ": not linked again, although objects and programs were "
                       "removed; expected mlgo tune --rebuild -- and a command "
                       "that builds anew, such as sh -c 'make clean && make'");
}

std::vector<NamedSize> measureLinked(const std::vector<LinkCommand> &Links,
                                     unsigned LLVMMajor) {
  std::map<std::string, uint64_t> Sizes;
  for (const LinkCommand &Command : Links) {
    const auto Line = parseLinkLine(Command);
    if (!Line || isProbe(*Line))
      continue;
    // What cannot be measured is not spoken of.
    if (const auto Size = measureProgram(Line->Output, LLVMMajor))
      Sizes[fs::path(Line->Output).filename().string()] = Size->Text;
  }
  std::vector<NamedSize> Listed;
  for (const auto &[Name, Bytes] : Sizes)
    Listed.push_back({Name, Bytes});
  return Listed;
}

Status writeSizes(const std::string &File,
                  const std::vector<NamedSize> &Sizes) {
  std::string Text;
  for (const NamedSize &Size : Sizes)
    Text += std::to_string(Size.Bytes) + "\t" + Size.Name + "\n";
  return writeFileAtomically(File, Text);
}

Result<std::vector<NamedSize>> readSizes(const std::string &File) {
  const auto Text = readFile(File);
  if (!Text)
    return Error(File + ": not there; expected a search before: mlgo tune -- " +
                 "and a build command");
  std::vector<NamedSize> Sizes;
  for (const std::string &Line : split(*Text, '\n')) {
    NamedSize Size;
    const char *End = Line.data() + Line.size();
    const auto Number = std::from_chars(Line.data(), End, Size.Bytes);
    if (Number.ec != std::errc() || Number.ptr == End || *Number.ptr != '\t')
      return Error(File + ": line '" + Line + "' is damaged");
    Size.Name.assign(Number.ptr + 1, End);
    Sizes.push_back(std::move(Size));
  }
  return Sizes;
}

Status writeBuildCommand(const std::string &Work,
                         const std::vector<std::string> &Command) {
  std::string Text;
  for (const std::string &Word : Command)
    Text.append(Word) += '\0';
  return writeFileAtomically(Work + "/command", Text);
}

Result<std::vector<std::string>> readBuildCommand(const std::string &Work) {
  return split(MLGO_TRY(readFile(Work + "/command")), '\0');
}

std::string shellWords(const std::vector<std::string> &Words) {
  std::string Text;
  for (const std::string &Word : Words)
    Text += " " + shellWord(Word);
  return Text;
}

uint64_t sumOf(const std::vector<NamedSize> &Sizes) {
  uint64_t Sum = 0;
  for (const NamedSize &Size : Sizes)
    Sum += Size.Bytes;
  return Sum;
}

std::string describeAdvice(const std::vector<std::string> &With,
                           const std::vector<std::string> &Without) {
  std::string Text = "\n";
  if (With.empty() && Without.empty()) {
    Text += "No flags are advised: stock executes less.";
  } else {
    Text += "Build with these flags from now on, and keep the files that they "
            "name:\n " +
            shellWords(With.empty() ? Without : With);
    if (!With.empty() && Without.empty())
      Text += "\nA build without the profile is better off without the "
              "decisions, too.";
    else if (!With.empty())
      Text += "\nor, where builds have no profile, with these:\n " +
              shellWords(Without);
  }
  return Text + "\nThe build that is here now is the last one that was "
                "measured.\n";
}

std::string describeAdvice(const std::vector<std::string> &Flags,
                           const std::vector<NamedSize> &Promised) {
  return "\nBuild with these flags from now on:\n " + shellWords(Flags) +
         "\nWith -ffunction-sections -fdata-sections and, for the linker, lld "
         "and --gc-sections,\nthat build will be " +
         std::to_string(sumOf(Promised)) +
         " bytes. Clean first: the objects that are here now carry bitcode\n"
         "for the search and none of the decisions. Or let that be done: mlgo "
         "tune --rebuild\n";
}

Result<std::vector<LinkCommand>> buildAgain(TuneBuild Build,
                                            const std::string &Corpus) {
  const auto Description = MLGO_TRY(readCorpusDescription(Corpus));
  if (Build.Command.empty())
    Build.Command = MLGO_TRY(readBuildCommand(Build.Work));
  // Build systems do not see that flags have changed.
  for (const std::string &Module : Description.Modules)
    removeObject(fs::current_path() / Module);
  removeLinked(Build);
  return runTuneBuild(Build);
}

RebuiltPrograms compareWithPromise(const std::vector<NamedSize> &Promised,
                                   const std::vector<NamedSize> &Linked,
                                   bool IsLibrary) {
  RebuiltPrograms Done;
  std::string Missing;
  for (const NamedSize &P : Promised) {
    const auto Now =
        std::find_if(Linked.begin(), Linked.end(),
                     [&](const NamedSize &L) { return L.Name == P.Name; });
    if (Now == Linked.end() && IsLibrary)
      Done.Table += formatText("%-20s is built; it is linked with programs\n",
                               P.Name.c_str());
    else if (Now == Linked.end())
      Missing += (Missing.empty() ? "" : ", ") + P.Name;
    else
      Done.Table += formatText(
          "%-20s %10llu bytes, as linked (%llu were promised)\n",
          P.Name.c_str(), static_cast<unsigned long long>(Now->Bytes),
          static_cast<unsigned long long>(P.Bytes));
  }
  if (!Missing.empty())
    Done.IsComplete = notLinked(Missing);
  return Done;
}

Result<RebuiltPrograms> rebuild(TuneBuild Build, const std::string &Corpus) {
  const auto Promised = MLGO_TRY(readSizes(Build.Work + "/promised"));
  const bool IsLibrary = std::exchange(Build.IsLibrary, true);
  auto Links = MLGO_TRY(buildAgain(Build, Corpus));
  RebuiltPrograms Done = compareWithPromise(
      Promised, measureLinked(Links, Build.LLVMMajor), IsLibrary);
  Done.Links = std::move(Links);
  return Done;
}

bool MeasuredSpeed::isGood() const {
  return !Compared.Counts || Compared.Counts->second.Instructions <=
                                 Compared.Counts->first.Instructions;
}

Result<MeasuredSpeed> measureSpeed(TuneBuild Build, const std::string &Corpus,
                                   const Workload &W,
                                   const ComparedFlags &Flags, unsigned Pairs) {
  MeasuredSpeed Measured;
  for (const bool IsFound : {false, true}) {
    Build.Flags = IsFound ? Flags.Found : Flags.Stock;
    const auto Links = MLGO_TRY(buildAgain(Build, Corpus));
    (IsFound ? Measured.FoundBytes : Measured.StockBytes) =
        sumOf(measureLinked(Links, Build.LLVMMajor));
    (IsFound ? Measured.Builds.Found : Measured.Builds.Stock) =
        MLGO_TRY(keepBuild(
            Links, Build.Work + (IsFound ? "/built-found" : "/built-stock")));
  }
  Measured.Compared = MLGO_TRY(compareSpeed(W, Measured.Builds, Pairs));
  return Measured;
}
} // namespace mlgo
