// mlgo flags
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: clang-22 -Oz $(mlgo flags) -c x.c
//        clang-22 -flto=thin $(mlgo flags --linker) *.o
//        env $(mlgo flags --rustc) cargo build --release

#include "build/ClangEdits.h"
#include "build/PluginFile.h"
#include "build/PluginOptions.h"
#include "build/RustCompiler.h"
#include "build/ShippedPolicy.h"
#include "compare/WorkloadProfile.h"
#include "mlgo/model/ModelFile.h"
#include "support/Text.h"
#include "tools/Commands.h"
#include <filesystem>
#include <iostream>

namespace mlgo {
namespace {
/// What is called so on the command line: the plugin of all tasks.
constexpr const char *AllTasks = "all";

struct FlagsOptions {
  std::string Task = AllTasks;
  unsigned Major = DefaultLLVMMajor;
  bool Linker = false, Smallest = false, Rust = false;
  bool IsStrict = false;
  std::optional<unsigned> Effort;
  std::string Model, Objective, Level, Target, Profile;
  /// By task: files that are to decide instead of what plugins have.
  std::map<std::string, std::string> Models;
  /// Of plugins and of LLVM, for compilers.
  std::vector<std::string> Options;
  std::vector<std::string> Named; ///< By the user, which come last and win.
  std::vector<std::string> Flags; ///< Of clang, likewise.
};

template <typename RangeT> std::string listNumbers(const RangeT &Numbers) {
  return joinText(Numbers, " or ",
                  [](unsigned Number) { return std::to_string(Number); });
}

/// The scopes of whom \p O would have decide.
std::vector<ModelScope> findScopes(const FlagsOptions &O, const Task &T) {
  if (const auto Model = O.Models.find(T.Name); Model != O.Models.end())
    return {orFail(loadModel(Model->second)).Scope};
  std::vector<ModelScope> Scopes;
  for (const ShippedPolicy &Policy : T.Policies)
    if (Policy.IsBuiltIn &&
        (Policy.AskedBy.empty() || Policy.isFor(O.Objective)))
      Scopes.push_back(Policy.Scope);
  return Scopes;
}

/// Whether a policy of \p T would decide where \p O says.
bool hasPolicyThere(const FlagsOptions &O, const Task &T) {
  // Functions say minsize, optsize, or nothing of the kind.
  const std::string Level =
      O.Level == "Oz" || O.Level == "Os" || O.Level.empty() ? O.Level : "O2";
  const std::vector<ModelScope> Scopes = findScopes(O, T);
  const std::string Target =
      O.Target.empty() ? "" : orFail(findBuildTarget(O.Target))->scopeName();
  return std::any_of(Scopes.begin(), Scopes.end(), [&](const ModelScope &S) {
    return (Level.empty() || S.servesLevel(Level)) &&
           (Target.empty() || S.servesTarget(Target));
  });
}

/// Says that nobody would decide, which the compiler says in a remark only.
void warnOfPlace(const FlagsOptions &O, const std::string &Policy) {
  if (O.Level.empty() && O.Target.empty()) {
    std::cerr << "mlgo: warning: no policy" << Policy
              << " ships; stock decides, unless --model names one\n";
    return;
  }
  std::string Place = O.Level.empty() ? O.Target : "-" + O.Level;
  if (!O.Level.empty() && !O.Target.empty())
    Place += " on " + O.Target;
  std::cerr << "mlgo: warning: no policy" << Policy << " is for " << Place
            << "; stock decides there\n";
}

/// The plugin that is asked for, and a look at where it decides.
std::string choosePlugin(const FlagsOptions &O) {
  const std::string Ending = "-" + std::to_string(O.Major) + ".so";
  if (O.Task != AllTasks) {
    const Task *T = orFail(findTask(O.Task));
    if (!T->serves(O.Major))
      failUsage(Error("task " + T->Name + " has no plugin for LLVM " +
                      std::to_string(O.Major) + ", expected LLVM " +
                      listNumbers(T->LLVMMajors)));
    if (!hasPolicyThere(O, *T))
      warnOfPlace(O, " of task " + T->Name);
    return orFail(findPlugin(T->Plugin + Ending));
  }
  std::set<unsigned> Majors;
  bool HasPolicy = false;
  for (const Task &T : allTasks()) {
    Majors.insert(T.LLVMMajors.begin(), T.LLVMMajors.end());
    HasPolicy |= T.serves(O.Major) && hasPolicyThere(O, T);
  }
  if (!Majors.count(O.Major))
    failUsage(Error("there is no plugin for LLVM " + std::to_string(O.Major) +
                    ", expected LLVM " + listNumbers(Majors)));
  if (!HasPolicy)
    warnOfPlace(O, "");
  return orFail(findPlugin("MLGO" + Ending));
}

/// The absolute path of \p Path, which is one word to a shell.
std::string describePath(const std::string &Path) {
  std::error_code EC;
  const std::string Full = std::filesystem::absolute(Path, EC).string();
  if (Full.find_first_of(" \t\n'\"\\$") != std::string::npos)
    fail(Error(Path + ": the shell would split or change this path, "
                      "expected one without spaces and quotes"));
  return Full;
}

/// \p Option, which is one word to a shell.
std::string describeWord(const std::string &Option) {
  if (Option.find_first_of(" \t\n'\"\\$`&|;<>()*?[]#~") != std::string::npos)
    fail(Error("-" + Option +
               ": the shell would split or change this word, "
               "expected one without blanks and quotes"));
  return Option;
}

/// Options of LLVM for compilers of any file, as words of a shell.
std::string describeOptions(const std::vector<std::string> &Options) {
  std::string Text;
  for (const std::string &Flag : frontEndFlags(Options))
    Text += " " + Flag;
  return Text;
}

/// The options of plugins and of LLVM that \p O asks for.
std::vector<std::string> listOptions(const FlagsOptions &O) {
  std::vector<std::string> Options = O.Options;
  for (const auto &[Name, File] : O.Models)
    Options.push_back(orFail(findTask(Name))->option("model=") +
                      describePath(File));
  Options.insert(Options.end(), O.Named.begin(), O.Named.end());
  return Options;
}

std::string describePolicies(const FlagsOptions &O, const std::string &Plugin) {
  const std::vector<std::string> Options = listOptions(O);
  if (Options.empty())
    return "";
  // clang 19 knows a plugin's options by -fplugin only.
  return " --start-no-unused-arguments" +
         (O.Flags.empty() ? "" : " " + joinText(O.Flags, " ")) +
         (knowsPluginOptions(O.Major) ? "" : " -fplugin=" + Plugin) +
         describeOptions(Options) + " --end-no-unused-arguments";
}

/// The same for a link: lld reads options before it loads pass plugins.
std::string describeLinkOptions(const FlagsOptions &O,
                                const std::string &Plugin) {
  const std::vector<std::string> Options = listOptions(O);
  std::string Text = Options.empty() ? "" : " -Wl,-mllvm,-load=" + Plugin;
  for (const std::string &Option : Options)
    Text += " -Xlinker -mllvm -Xlinker " + Option;
  return Text;
}

std::string describeProfile(const std::string &Profile) {
  if (!std::filesystem::is_regular_file(Profile))
    fail(Error(Profile + ": no such file, expected a profile that "
                         "llvm-profdata merged"));
  return " --start-no-unused-arguments -fprofile-use=" + describePath(Profile) +
         describeOptions(leanProfileOptions()) + " --end-no-unused-arguments";
}

/// True if a policy of \p T is for \p Objective.
bool hasPolicy(const Task &T, const std::string &Objective) {
  return std::any_of(
      T.Policies.begin(), T.Policies.end(),
      [&](const ShippedPolicy &P) { return P.Objective == Objective; });
}

/// The policy for an objective is a file, unless the plugin has it. Of all
/// tasks, those decide for it that can.
void chooseModels(FlagsOptions &O) {
  if (!O.Model.empty()) {
    // The other tasks keep the policies that they have.
    const std::string Task =
        O.Task == AllTasks ? orFail(loadModel(O.Model)).Task : O.Task;
    O.Models[orFail(findTask(Task))->Name] = O.Model;
  }
  if (O.Objective.empty())
    return;
  std::vector<const Task *> Asked;
  if (O.Task != AllTasks)
    Asked.push_back(orFail(findTask(O.Task)));
  else
    // A policy with another objective of its own is for those who name its
    // task: evictions for speed make some programs execute more.
    for (const Task &T : allTasks())
      if (T.serves(O.Major) && hasPolicy(T, O.Objective))
        Asked.push_back(&T);
  if (Asked.empty())
    failUsage(Error("objective is '" + O.Objective +
                    "', for which no policy of any task ships"));
  for (const Task *T : Asked) {
    if (std::string File = orFail(findPolicyToAskFor(*T, O.Objective));
        !File.empty())
      O.Models[T->Name] = orFail(nameAsWord(File));
    for (const ShippedPolicy &Policy : T->Policies)
      if (!Policy.AskedBy.empty() && Policy.isFor(O.Objective))
        O.Options.push_back(Policy.AskedBy);
  }
}

/// Rules that are off unless somebody asks for them, and what LLVM can do.
void chooseRules(FlagsOptions &O) {
  for (const Task &T : allTasks()) {
    if (!T.serves(O.Major) || (O.Task != AllTasks && O.Task != T.Name))
      continue;
    O.Options.insert(O.Options.end(), T.Smallest.begin(), T.Smallest.end());
  }
  // LLVM's outliner; on x86-64 it is not worth it.
  const bool IsThumb = O.Target.compare(0, 6, "thumb2") == 0;
  const bool IsOther = O.Target == "aarch64" || O.Target == "riscv64";
  if (IsThumb || IsOther)
    O.Options.push_back("-enable-linkonceodr-outlining");
  if (IsThumb)
    O.Flags.push_back("-moutline");
  if (IsOther)
    O.Options.push_back("-outliner-benefit-threshold=32");
}

/// Options that users give by the names that mlgo-clang knows: those that
/// \p Command itself does not have.
void addNamedOptions(FlagsOptions &O, const CLI::App &Command) {
  if (O.Effort && O.Rust)
    failUsage(Error("--effort compiles copies of the compiler, and rustc has "
                    "threads, where that cannot be; expected no --rustc"));
  const Task &Tries = effortTask();
  if (O.Effort &&
      ((O.Task != AllTasks && O.Task != Tries.Name) || !Tries.serves(O.Major)))
    failUsage(Error("--effort is about " + Tries.Words.Noun +
                    ", which the plugin that is asked for does not decide; "
                    "expected task all or " +
                    Tries.Name + ", and LLVM " +
                    listNumbers(Tries.LLVMMajors)));
  if (O.Effort)
    O.Named.push_back(Tries.EffortOption + "=" + std::to_string(*O.Effort));
  if (O.IsStrict)
    O.Named.push_back("-mlgo-strict");
  for (const std::string &Word : Command.remaining()) {
    const std::string Option = findPluginOption(Word);
    if (Option.empty())
      failUsage(Error(describeUnknownOption(Command, Word) +
                      "; see mlgo flags --help"));
    O.Named.push_back(describeWord(Option));
  }
}

/// What cargo's environment gets, since rustc takes no flags of plugins.
void printCargoVariables(FlagsOptions O) {
  chooseModels(O);
  choosePlugin(O);
  const RustCompiler Rust = findRustCompiler(O.Major);
  if (!Rust.takesPlugin())
    fail(Error(Rust.Program.empty()
                   ? "rustc: not found in PATH, expected one that is linked to "
                     "libLLVM.so." +
                         std::to_string(O.Major) +
                         "; Debian 12 has one in rustc-web"
                   : Rust.Obstacle));
  if (!Rust.Instead.empty())
    std::cerr << "mlgo: " << Rust.Program << " instead of "
              << Rust.InsteadObstacle << '\n';
  if (O.Smallest)
    std::cerr << "mlgo: " << describeSmallestPrice() << '\n';
  std::vector<std::string> Words;
  for (const auto &[Name, Value] : describeCargo(Rust, "", O.Smallest))
    Words.push_back(Name + "=" +
                    (Value.front() == '/' ? orFail(nameAsWord(Value)) : Value));
  std::vector<std::string> Options;
  for (const std::string &Option : listOptions(O))
    Options.insert(Options.end(), {"-mllvm", Option});
  for (const auto &[Name, Value] : takePluginOptions(Options))
    Words.push_back(Name + "=" + Value);
  std::cout << joinText(Words, " ") << '\n';
}

void printFlags(FlagsOptions O) {
  chooseModels(O);
  SmallestFlags Smallest;
  if (O.Smallest) {
    Smallest = orFail(listSmallestFlags(O.Major));
    if (!O.Linker)
      chooseRules(O);
    std::cerr << "mlgo: " << describeSmallestPrice() << '\n';
  }
  const std::string Plugin = orFail(nameAsWord(choosePlugin(O)));
  std::string Flags;
  if (O.Linker) {
    Flags = O.Smallest ? joinText(Smallest.Link, " ") : "-fuse-ld=lld";
    for (const std::string &Flag : listLinkFlags(Plugin))
      Flags += " " + Flag;
    Flags += describeLinkOptions(O, Plugin);
  } else {
    Flags = (O.Smallest ? "-Oz " + joinText(Smallest.Compile, " ") + " " : "") +
            ("-fpass-plugin=" + Plugin) + describePolicies(O, Plugin);
  }
  if (!O.Profile.empty())
    Flags += describeProfile(O.Profile);
  std::cout << Flags << '\n';
}

/// What decides, and how.
void addPolicyOptions(CLI::App &Flags, FlagsOptions &O, CLI::Option *Rust) {
  Flags.add_option("--model", O.Model,
                   "The policy, a file; by default the plugin's own");
  Flags
      .add_option("--objective", O.Objective,
                  "Decide for this, also by policies that must be asked for: "
                  "size (which passes to leave out at -Oz), or cycles (at -O2 "
                  "and -O3)")
      ->excludes("--model");
  Flags.add_option("--effort", O.Effort,
                   "Compile each file with so many sets of passes left out, "
                   "and keep the smallest of each function");
  Flags.add_flag("--strict", O.IsStrict,
                 "Fail where a model, decisions or an option cannot be used; "
                 "else clang warns, and stock decides");
  Flags
      .add_option(
          "--profile", O.Profile,
          "(rare) For -O2 and -O3: compile with this profile, for speed "
          "where the program spends its time, for size elsewhere")
      ->excludes("--linker")
      ->excludes(Rust);
}
} // namespace

void addFlagsCommand(CLI::App &App) {
  auto O = std::make_shared<FlagsOptions>();
  CLI::App *Flags = App.add_subcommand(
      "flags", "Print what to pass to the compiler. Options of "
               "plugins, as\n--mlgo-strict, are passed "
               "on.");
  std::string Tasks = "all, in one plugin";
  for (const Task &T : allTasks())
    Tasks += "; " + T.Name + ": " + T.Description;
  addDefaulted(*Flags, "task", O->Task, Tasks);
  addDefaulted(*Flags, "--llvm", O->Major, "(rare) Major version of clang");
  CLI::Option *Linker =
      Flags->add_flag("--linker", O->Linker,
                      "For the link step of -flto and -flto=thin, through lld");
  Flags->add_flag("--smallest", O->Smallest,
                  "Also -Oz and all else that makes programs small but is "
                  "not learned; with --linker, a linker that does its part, "
                  "and with --target, LLVM's outliner. Says what programs give "
                  "up");
  CLI::Option *Rust = Flags->add_flag(
      "--rustc", O->Rust,
      "For cargo: variables, as in env $(mlgo flags --rustc) cargo build");
  Rust->excludes(Linker);
  addPolicyOptions(*Flags, *O, Rust);
  Flags
      ->add_option(
          "--level", O->Level,
          "(rare) The level of the build, as in -Os: warns if no policy is "
          "for it")
      ->check(CLI::IsMember({"O0", "O1", "O2", "O3", "Os", "Oz"}));
  Flags->add_option("--target", O->Target, "(rare) Its target, likewise")
      ->check(CLI::IsMember(listBuildTargets()));
  Flags->footer("Example:\n  clang-22 -Oz $(mlgo flags) -c x.c");
  // Options of plugins.
  Flags->allow_extras();
  Flags->callback([O, Flags] {
    addNamedOptions(*O, *Flags);
    O->Rust ? printCargoVariables(*O) : printFlags(*O);
  });
}
} // namespace mlgo
