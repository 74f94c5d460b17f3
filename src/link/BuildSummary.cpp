// What plugins did in a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/BuildSummary.h"
#include "build/Obstacles.h"
#include "link/ProgramSize.h"
#include "link/Undecided.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include <cstdlib>
#include <sstream>

namespace mlgo {
namespace {
/// The types of ELF files.
enum ELFType { Relocatable = 1, Executable = 2, Shared = 3 };

/// The type of the ELF file \p Bytes, or 0.
int getELFType(std::string_view Bytes) {
  if (Bytes.size() < 18 || Bytes.substr(0, 4) != "\x7f"
                                                 "ELF")
    return 0;
  const bool IsBigEndian = Bytes[5] == 2;
  return static_cast<unsigned char>(Bytes[IsBigEndian ? 17 : 16]);
}

bool isBitcode(std::string_view Bytes) {
  return Bytes.substr(0, 4) == "BC\xc0\xde";
}

/// Whether cargo keeps \p Path for itself: a script, a macro, or a program that
/// lies where the user looks for it, too.
bool isCargosOwn(const fs::path &Path) {
  const fs::path Folder = Path.parent_path();
  std::error_code Ignored;
  return Folder.filename() == "deps" ||
                 Folder.parent_path().filename() == "build"
             ? fs::exists(Folder / "../.fingerprint", Ignored) ||
                   fs::exists(Folder / "../../.fingerprint", Ignored)
             : false;
}

void addFile(BuiltFiles &Files, const fs::path &Path) {
  const Result<std::string> Bytes = readFile(Path.string());
  if (!Bytes)
    return; // Another process may have removed it.
  if (isBitcode(*Bytes)) {
    ++Files.Bitcode;
    return;
  }
  const int Type = getELFType(*Bytes);
  if ((Type == Executable || Type == Shared) && !isCargosOwn(Path))
    Files.Linked.push_back(Path.string());
  if (Type != Relocatable)
    return;
  // Compilers sign in .comment.
  constexpr std::string_view Clang = "clang version ";
  if (const size_t At = Bytes->find(Clang); At != std::string::npos) {
    ++Files.ByClang;
    Files.ClangMajors.insert(static_cast<unsigned>(
        std::strtoul(Bytes->c_str() + At + Clang.size(), nullptr, 10)));
  } else if (Bytes->find("GCC: (") != std::string::npos)
    ++Files.ByGCC;
  else if (Bytes->find("rustc version ") == std::string::npos)
    ++Files.ByAssembler;
}

/// Whether CMake, Autoconf or Meson wrote the file \p Path to try something
/// out.
bool isProbe(std::string_view Path) {
  // Objects of targets are in CMakeFiles/NAME.dir/, and programs elsewhere.
  const size_t Folder = Path.find("CMakeFiles/");
  if (Folder != Path.npos && Path.find(".dir/", Folder) == Path.npos)
    return true;
  for (const char *Part :
       {"/conftest.", "/CMakeScratch/", "/CompilerIdC", "/meson-private/",
        "CMakeCCompilerABI.", "CMakeCXXCompilerABI.", "CMakeCCompilerId.",
        "CMakeCXXCompilerId.", "testCCompiler.", "testCXXCompiler.",
        "sanitycheckc", "CMakeDetermineCompilerABI_"})
    if (Path.find(Part) != Path.npos)
      return true;
  return Path.compare(0, 9, "conftest.") == 0;
}

/// \p Name, and blanks up to where all lines go on.
std::string inColumn(std::string Name) {
  Name.resize(std::max<size_t>(Name.size() + 1, 12), ' ');
  return "  " + Name;
}

/// Where and what was decided of \p T.
std::string describe(const Task &T, const TaskCounts &Counts) {
  // Stock leaves none out.
  if (const std::string &Differing = T.Words.Differing; !Differing.empty())
    return Counts.Differ == 0
               ? ""
               : inColumn(T.Words.Noun) + std::to_string(Counts.Differ) + " " +
                     Differing + " of " + std::to_string(Counts.Decisions) +
                     " on " + countThings(Counts.Functions, "function") +
                     " of " + countThings(Counts.Modules, "file") + "\n";
  if (Counts.Modules == 0)
    return "";
  return inColumn(T.Words.Noun) + countThings(Counts.Decisions, "decision") +
         " in " +
         (Counts.Functions ? countThings(Counts.Functions, "function") + " of "
                           : "") +
         countThings(Counts.Modules, "file") + ", " +
         formatText("%.1f", Counts.Decisions
                                ? 100.0 * Counts.Differ / Counts.Decisions
                                : 0.0) +
         " % differ from LLVM's\n";
}

/// Live ranges with another register.
std::string describeReassigned(const TaskCounts &Counts) {
  return Counts.Reassigned == 0
             ? ""
             : inColumn("registers") + std::to_string(Counts.Reassigned) +
                   " exchanged, " + std::to_string(Counts.SavedBytes) +
                   " bytes less\n";
}

std::string describeLinked(const RunSummary &Summary) {
  std::string Text;
  for (const std::string &Program : Summary.Files.Linked) {
    const auto Size = measureProgram(Program, Summary.LLVMMajor);
    Text += "  linked      " +
            fs::path(Program).lexically_proximate(fs::current_path()).string() +
            (Size ? ": " + std::to_string(Size->Text) + " bytes of text" : "") +
            "\n";
  }
  return Text;
}

/// Where \p T was not asked about \p Modules, and why.
std::string describeUnserved(const Task &T, const std::string &Place,
                             uint64_t Modules, const char *LevelOption) {
  if (Place == "link")
    return "  LTO         " + countThings(Modules, "file") +
           " left to the link, where mlgo decides with -fuse-ld=lld\n";
  if (Place == "rustc-link")
    return "  LTO         " + countThings(Modules, "file") +
           " left to the link, which rustc does itself\n";
  const bool IsLevel = Place == "O2" || Place == "Os";
  return "  not asked   about " + T.Words.Noun + " in " +
         countThings(Modules, "file") +
         (IsLevel ? " at -" + Place + ", which no policy is for; " +
                        LevelOption + " makes it -Oz\n"
                  : " for " + Place + ", which no policy is for\n");
}

/// Modules that reach the register allocator and not the inliner: LLVM gives
/// plugins no place in the pipeline of -fthinlto-index.
std::string describeDistributed(const RunSummary &S) {
  const TaskCounts &Calls = S.of(defaultTask());
  if (!Calls.Unserved.count("link"))
    return "";
  std::set<std::string> Others;
  for (const auto &[Name, Counts] : S.ByTask)
    for (const std::string &Module : Counts.Names)
      if (!Calls.Names.count(Module))
        Others.insert(Module);
  if (Others.empty())
    return "";
  return "  not asked   about " + defaultTask().Words.Noun + " in " +
         countThings(Others.size(), "file") +
         " compiled with -fthinlto-index, where LLVM asks no plugin\n";
}

/// What a build that calls cargo is told of its compiler.
std::string describeRust(const RunSummary &S) {
  if (!S.Rust)
    return "";
  const RustCompiler &Rust = *S.Rust;
  if (!Rust.takesPlugin())
    return "  not covered Rust: " + describeObstacle(Rust, S.LLVMMajor) + "\n";
  std::string Text;
  if (!Rust.Instead.empty())
    Text += "  rustc       " + Rust.Program + " " + Rust.Version +
            " instead of " + Rust.InsteadObstacle + "\n";
  const char *Wrapper = std::getenv("RUSTC_WRAPPER");
  if (Wrapper && *Wrapper && Rust.Wrapper != Wrapper)
    Text += std::string("  not used    RUSTC_WRAPPER=") + Wrapper +
            ", which would not see the plugin\n";
  return Text;
}
} // namespace

const TaskCounts &RunSummary::of(const Task &T) const {
  static const TaskCounts None;
  const auto Found = ByTask.find(T.Name);
  return Found == ByTask.end() ? None : Found->second;
}

TaskCounts sumStatistics(std::string_view Text) {
  TaskCounts Sum;
  std::istringstream Lines{std::string(Text)};
  for (std::string Line; std::getline(Lines, Line);) {
    if (Line.compare(0, 5, "mlgo-") != 0)
      continue;
    std::istringstream Words(Line);
    TaskCounts Module;
    std::string Unserved, Called;
    for (std::string Word; Words >> Word;) {
      const std::string Name = Word.substr(0, Word.find('='));
      const std::string Value =
          Word.substr(std::min(Name.size() + 1, Word.size()));
      if (Name == "decisions")
        Module.Decisions = std::strtoull(Value.c_str(), nullptr, 10);
      else if (Name == "functions")
        Module.Functions = std::strtoull(Value.c_str(), nullptr, 10);
      else if (Name == "inlined")
        Module.Inlined = std::strtoull(Value.c_str(), nullptr, 10);
      else if (Name == "differ")
        Module.Differ = std::strtoull(Value.c_str(), nullptr, 10);
      else if (Name == "reassigned")
        Module.Reassigned = std::strtoull(Value.c_str(), nullptr, 10);
      else if (Name == "saved")
        Module.SavedBytes = std::strtoll(Value.c_str(), nullptr, 10);
      else if (Name == "unserved")
        Unserved = Value;
      else if (Name == "module")
        Called = Value;
    }
    if (isProbe(Called))
      continue;
    Sum.Names.insert(Called);
    if (Unserved.empty())
      ++Sum.Modules;
    else
      ++Sum.Unserved[Unserved];
    Sum.Functions += Module.Functions;
    Sum.Decisions += Module.Decisions;
    Sum.Inlined += Module.Inlined;
    Sum.Differ += Module.Differ;
    Sum.Reassigned += Module.Reassigned;
    Sum.SavedBytes += Module.SavedBytes;
  }
  return Sum;
}

BuiltFiles findBuiltFiles(const fs::path &Folder, fs::file_time_type Start) {
  BuiltFiles Files;
  std::error_code EC;
  const auto Options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator File(Folder, Options, EC), End;
       !EC && File != End; File.increment(EC)) {
    std::error_code Ignored;
    const std::string Name = File->path().filename().string();
    if (File->is_directory(Ignored) && Name == ".git")
      File.disable_recursion_pending();
    if (!File->is_regular_file(Ignored) || File->is_symlink(Ignored) ||
        File->last_write_time(Ignored) < Start ||
        isProbe(File->path().string()))
      continue;
    addFile(Files, File->path());
  }
  std::sort(Files.Linked.begin(), Files.Linked.end());
  return Files;
}

std::string describe(const RunSummary &S) {
  std::string Text;
  for (const Task &T : allTasks())
    Text += describe(T, S.of(T)) + describeReassigned(S.of(T));
  Text += describeLinked(S) + describeUncovered(S);
  if (!S.Price.empty())
    Text += "  " + S.Price + "\n";
  return Text;
}

std::string describeUncovered(const RunSummary &S) {
  std::string Text;
  bool IsUnserved = false;
  for (const Task &T : allTasks())
    for (const auto &[Place, Modules] : S.of(T).Unserved) {
      Text += describeUnserved(T, Place, Modules, S.LevelOption);
      IsUnserved = true;
    }
  Text += describeDistributed(S);
  const std::string Clang = "clang-" + std::to_string(S.LLVMMajor);
  if (S.Files.ByGCC) {
    Text += "  not covered " + countThings(S.Files.ByGCC, "object") +
            " of gcc, which takes no plugins of LLVM: have the build use " +
            Clang + ", as in make CC=" + Clang + "\n";
    for (const std::string &Fixed : findFixedCompilers(S.Command, S.Folder))
      Text += "  because     " + Fixed + "\n";
  }
  if (S.Files.ByAssembler)
    Text += "  not covered " + countThings(S.Files.ByAssembler, "object") +
            " of assembler, where nothing is to be decided\n";
  if (isUndecided(S) && !IsUnserved && (S.Files.ByClang || !S.Files.ByGCC))
    Text += "  nothing was decided: " +
            joinText(explainUndecided(S), "\n  because     ") + "\n";
  return Text + describeRust(S);
}
} // namespace mlgo
