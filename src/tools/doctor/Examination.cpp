// What works together on this machine
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/doctor/Examination.h"
#include "build/CompilerNames.h"
#include "build/PluginFile.h"
#include "build/RustCompiler.h"
#include "mlgo/support/LLVMMajors.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include "task/Task.h"
#include <set>
#include <sstream>

namespace mlgo {
namespace {
/// LLVM majors that there are plugins for, the newest first.
std::set<unsigned, std::greater<unsigned>> listMajors() {
  std::set<unsigned, std::greater<unsigned>> Majors;
  for (const Task &T : allTasks())
    Majors.insert(T.LLVMMajors.begin(), T.LLVMMajors.end());
  return Majors;
}

std::string joinMajors() {
  std::string Text;
  for (const unsigned Major : listMajors())
    Text += (Text.empty() ? "clang-" : " or clang-") + std::to_string(Major);
  return Text;
}

std::string pluginFile(unsigned Major) {
  const auto Plugin = findPlugin("MLGO-" + std::to_string(Major) + ".so");
  return Plugin ? *Plugin : "";
}

/// By its name in PATH, or where Debian keeps it; empty if nowhere.
std::string findOfMajor(const std::string &Name, unsigned Major) {
  const std::string Number = std::to_string(Major);
  const std::string Found = findProgram(Name + "-" + Number);
  return Found.empty() ? findProgram("/usr/lib/llvm-" + Number + "/bin/" + Name)
                       : Found;
}

/// Fills an examination, table by table.
class Examiner {
public:
  explicit Examiner(const Probe &P) : P(P) {}

  Examination examine() {
    listPlugins();
    examineCompilers();
    examineWrappers();
    examineRust();
    examineLinkers();
    examineCaches();
    examineTargets();
    return std::move(E);
  }

private:
  void add(FindingRow Row) { E.Tables.back().Rows.push_back(std::move(Row)); }

  void listPlugins();
  void examineCompilers();
  void examineClang(const std::string &Name, const std::string &Program,
                    const std::string &Version, bool IsCxx);
  void examineWrappers();
  void examineRust();
  void examineLinkers();
  void examineCaches();
  void examineTargets();

  const Probe &P;
  Examination E;
  /// Majors whose clang compiles with mlgo's plugin, and the best such clang.
  std::set<unsigned, std::greater<unsigned>> Working;
  std::string Best;
};

void Examiner::listPlugins() {
  E.Tables.push_back({"Plugins", {}});
  for (const unsigned Major : listMajors()) {
    const std::string Name = "MLGO-" + std::to_string(Major);
    const auto Plugin = findPlugin(Name + ".so");
    // The error begins with the name.
    add({Name, "", Plugin ? "ok" : "-",
         Plugin ? *Plugin : Plugin.error().message().substr(Name.size() + 5)});
  }
}

/// \p Program is a clang.
void Examiner::examineClang(const std::string &Name, const std::string &Program,
                            const std::string &Version, bool IsCxx) {
  const unsigned Major = std::atoi(Version.c_str());
  if (!listMajors().count(Major))
    return add({Name, Version, "no",
                "no plugin for LLVM " + std::to_string(Major) + "; use " +
                    joinMajors()});
  const std::string Plugin = pluginFile(Major);
  if (Plugin.empty()) {
    if (!IsCxx && Name == "clang-" + std::to_string(Major))
      E.Missing.push_back({"./mlgo-plugin-" + std::to_string(Major) + "_*.deb",
                           "the plugin for " + Name});
    return add({Name, Version, "no", "its plugin is not there"});
  }
  const ProbeOutcome Plain = P.compile(Program, IsCxx, {"-c"});
  if (!Plain.Works) {
    E.Missing.push_back(IsCxx ? Advice{"g++", "the C++ library's headers"}
                              : Advice{"libc6-dev", "the C library's headers"});
    return add({Name, Version, "no", "cannot compile: " + Plain.Complaint});
  }
  const ProbeOutcome With =
      P.compile(Program, IsCxx, {"-c", "-fpass-plugin=" + Plugin});
  if (!With.Works || !With.IsAsked)
    return add({Name, Version, "no",
                With.Works ? "loads its plugin, which is never asked"
                           : "with its plugin: " + With.Complaint});
  add({Name, Version, "ok",
       "decides with " + fs::path(Plugin).filename().string()});
  if (!IsCxx && Working.insert(Major).second && *Working.begin() == Major)
    Best = Name;
}

void Examiner::examineCompilers() {
  E.Tables.push_back({"Compilers", {}});
  std::vector<std::pair<std::string, bool>> Names;
  for (const unsigned Major : listMajors())
    for (const char *Name : {"clang", "clang++"})
      Names.push_back({Name + ("-" + std::to_string(Major)),
                       std::string(Name) == "clang++"});
  Names.insert(Names.end(), {{"clang", false}, {"gcc", false}});
  for (const char *Variable : {"CC", "CXX"}) {
    const char *Given = std::getenv(Variable);
    // Behind a cache, and before flags.
    std::istringstream Words(Given ? Given : "");
    std::string Name;
    while (Words >> Name && (Name == "ccache" || Name == "sccache"))
      Name.clear();
    if (!Name.empty() &&
        std::none_of(Names.begin(), Names.end(),
                     [&](const auto &Known) { return Known.first == Name; }))
      Names.push_back({Name, std::string(Variable) == "CXX"});
  }
  for (const auto &[Name, IsCxx] : Names) {
    const size_t Dash = Name.rfind('-');
    const unsigned Major =
        Dash == Name.npos ? 0 : std::atoi(Name.c_str() + Dash + 1);
    const std::string Program =
        Major ? findOfMajor(Name.substr(0, Dash), Major) : findProgram(Name);
    bool IsClang = false;
    const std::string Version =
        Program.empty() ? "" : askVersion(Program, IsClang);
    if (Program.empty())
      add({Name, "", "-", "not found"});
    else if (Version.empty())
      add({Name, "", "no", "does not say its version"});
    else if (!IsClang)
      add({Name, Version, "no",
           "loads no plugins of LLVM; use " + joinMajors()});
    else
      examineClang(Name, Program, Version, IsCxx);
  }
  for (const unsigned Major : listMajors())
    if (findOfMajor("clang", Major).empty() && !pluginFile(Major).empty())
      E.Missing.push_back({"clang-" + std::to_string(Major),
                           "a compiler that takes mlgo's plugin"});
}

void Examiner::examineWrappers() {
  E.Tables.push_back({"Compilers with the plugin", {}});
  std::error_code EC;
  const fs::path Self = fs::read_symlink("/proc/self/exe", EC).parent_path();
  std::vector<std::string> Names = {"mlgo-clang", "mlgo-clang++"};
  for (const unsigned Major : listMajors())
    Names.push_back("mlgo-clang-" + std::to_string(Major));
  bool IsSaid = false;
  for (const std::string &Name : Names) {
    const bool IsCxx = Name == "mlgo-clang++";
    const std::string InPath = findProgram(Name);
    const std::string Program =
        InPath.empty() ? findProgram(Self / Name) : InPath;
    if (Program.empty()) {
      add({Name, "", "-", "not found"});
      continue;
    }
    const ProbeOutcome Outcome = P.compile(Program, IsCxx, {"-c"});
    if (!Outcome.Works || !Outcome.IsAsked) {
      add({Name, "", "no",
           Outcome.Works ? "compiles, but mlgo is not asked"
                         : Outcome.Complaint});
      continue;
    }
    add({Name, "", "ok",
         InPath.empty() ? "but not in PATH: PATH=" + Self.string() + ":$PATH"
                        : (IsCxx ? "CXX=" : "CC=") + Name});
    if (!IsCxx && !IsSaid)
      E.Works = Name;
    IsSaid |= !IsCxx;
  }
  if (!Best.empty())
    E.Works +=
        (E.Works.empty() ? "" : ", or ") + Best + " $(mlgo flags" +
        (Best.find("-" + std::to_string(DefaultLLVMMajor)) == Best.npos &&
                 !Best.empty()
             ? " --llvm " + Best.substr(Best.rfind('-') + 1)
             : "") +
        ")";
}

void Examiner::examineRust() {
  const RustCompiler Rust = findRustCompiler(DefaultLLVMMajor);
  if (Rust.Program.empty())
    return add({"rustc", "", "-", "not found"});
  const auto SayNo = [&](const std::string &Why) {
    if (Rust.Obstacle.find("rustc-web") != std::string::npos)
      E.Missing.push_back({"rustc-web cargo-web libstd-rust-web-dev",
                           "a rustc that takes mlgo's plugin"});
    add({"rustc", Rust.Version, "no", Why});
  };
  if (!Rust.takesPlugin())
    return SayNo(Rust.Obstacle);
  const ProbeOutcome Outcome = P.compileRust(Rust.Wrapper, Rust.Program);
  if (!Outcome.Works || !Outcome.IsAsked)
    return SayNo(Outcome.Works ? "compiles, but mlgo is not asked"
                               : "with its plugin: " + Outcome.Complaint);
  add({"rustc", Rust.Version, "ok",
       Rust.Program + "; env $(mlgo flags --rustc) cargo build --release"});
}

void Examiner::examineLinkers() {
  E.Tables.push_back({"Linkers", {}});
  for (const unsigned Major : listMajors()) {
    const std::string Number = std::to_string(Major);
    const std::string Linker = findOfMajor("ld.lld", Major);
    const std::string Name = "ld.lld-" + Number;
    if (Linker.empty()) {
      add({Name, "", "-", "not found"});
      if (Working.count(Major))
        E.Missing.push_back(
            {"lld-" + Number, "learned decisions in links with -flto"});
      continue;
    }
    if (!Working.count(Major)) {
      add({Name, "", "no",
           "clang-" + Number + " does not work with its plugin"});
      continue;
    }
    // What is decided before the link would not be decided in it.
    std::vector<std::string> Flags = {
        "-flto", "-Xclang", "-disable-llvm-passes", "--ld-path=" + Linker};
    for (const std::string &Flag : listLinkFlags(pluginFile(Major)))
      Flags.push_back(Flag);
    const ProbeOutcome Outcome =
        P.compile(findOfMajor("clang", Major), false, Flags);
    const bool IsGood = Outcome.Works && Outcome.IsAsked;
    add({Name, "", IsGood ? "ok" : "no",
         IsGood          ? "-flto decides at the link, with -fuse-ld=lld"
         : Outcome.Works ? "loads its plugin, which is never asked"
                         : Outcome.Complaint});
  }
  for (const char *Name : {"ld.bfd", "ld.gold", "mold"})
    if (!findProgram(Name).empty())
      add({Name, "", "ok", "links files; with -flto stock LLVM decides"});
}

void Examiner::examineCaches() {
  E.Tables.push_back({"Caches", {}});
  for (const std::string Name : {"ccache", "sccache"}) {
    const std::string Program = findProgram(Name);
    bool IsClang = false;
    if (Program.empty())
      add({Name, "", "-", "not found"});
    else
      add({Name, askVersion(Program, IsClang), "ok",
           "CC=\"" + Name + " mlgo-clang\""});
  }
}

void Examiner::examineTargets() {
  if (Working.empty())
    return;
  E.Tables.push_back({"Targets", {}});
  const std::string Clang = findOfMajor("clang", *Working.begin());
  for (const std::string &Name : listBuildTargets()) {
    const BuildTarget &T = **findBuildTarget(Name);
    const std::string Packages = joinText(T.Packages, " ");
    std::vector<std::string> Flags = T.Flags;
    Flags.push_back("-fpass-plugin=" + pluginFile(*Working.begin()));
    if (*T.runtime())
      Flags.push_back("-c");
    const ProbeOutcome Outcome = P.compile(Clang, false, Flags);
    const std::string Emulator =
        T.Emulator.empty() ? T.isWasm() ? "node" : "" : T.Emulator.front();
    if (!Outcome.Works)
      add({Name, "", "-", "apt-get install " + Packages});
    else if (!Emulator.empty() && findProgram(Emulator).empty())
      add({Name, "", "ok", "compiles; nothing runs it here, no " + Emulator});
    else
      add({Name, "", "ok",
           Emulator.empty() ? "compiles" : "compiles, runs under " + Emulator});
  }
}
} // namespace

Examination examineMachine(const Probe &P) { return Examiner(P).examine(); }
} // namespace mlgo
