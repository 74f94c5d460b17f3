// Links programs under several policies
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/RealLink.h"
#include "build/PluginFile.h"
#include "evaluate/ModuleObject.h"
#include "link/ProgramLinker.h"
#include "support/ChildProcess.h"
#include "support/ProcessPool.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"

namespace mlgo {
namespace {
/// What clang is given besides the module: nothing under the stock heuristic.
std::vector<std::string> getFlags(const InlinePolicy &Policy,
                                  const std::string &Plugin, CodeLevel Level) {
  std::vector<std::string> Flags;
  for (const std::string &Option : Policy.Thresholds.options())
    Flags.insert(Flags.end(), {"-mllvm", Option});
  if (Policy.Model.empty() && Policy.DecisionsFile.empty())
    return Flags;
  Flags.push_back("-fpass-plugin=" + Plugin);
  auto Add = [&](const std::string &Flag) {
    Flags.insert(Flags.end(), {"-mllvm", Flag});
  };
  Add("-mlgo-strict");
  Add(Policy.Model.empty() ? "-mlgo-inline-mode=default"
                           : "-mlgo-inline-model=" + Policy.Model);
  if (!Policy.DecisionsFile.empty())
    Add("-mlgo-inline-decisions=" + Policy.DecisionsFile);
  if (Level != CodeLevel::Oz)
    Add("-mlgo-inline-everywhere");
  return Flags;
}

/// What lld is given when it optimises: it reads no flags of plugins.
LinkExtras getLinkExtras(const InlinePolicy &Policy,
                         const std::string &Plugin) {
  LinkExtras Extras;
  for (const std::string &Option : Policy.Thresholds.options())
    Extras.Flags.push_back("-Wl,-mllvm," + Option);
  if (Policy.Model.empty() && Policy.DecisionsFile.empty())
    return Extras;
  Extras.Flags = {"-Wl,--load-pass-plugin=" + Plugin};
  Extras.Environment = {
      {"MLGO_STRICT", "1"},
      {"MLGO_INLINE_MODE", Policy.Model.empty() ? "default" : "release"},
      {"MLGO_INLINE_MODEL", Policy.Model},
      {"MLGO_INLINE_DECISIONS", Policy.DecisionsFile}};
  return Extras;
}

/// The flags of \p Program's link that say for which machine it is.
Strings getTargetFlags(const CorpusProgram &Program) {
  Strings Flags;
  for (const LinkItem &Item : Program.Link)
    if (Item.Kind == LinkItem::Flag &&
        (Item.Text.rfind("--target=", 0) == 0 ||
         Item.Text.rfind("-march=", 0) == 0 || Item.Text == "-mthumb"))
      Flags.push_back(Item.Text);
  // The model knows functions, and the outliner looks at modules.
  if (!Flags.empty())
    Flags.push_back("-mno-outline");
  return Flags;
}

/// That there is a clang, before each module says that there is none.
Status checkCompiler(unsigned LLVMMajor) {
  ChildCommand Command;
  const std::string Name = "clang-" + std::to_string(LLVMMajor);
  Command.Arguments = {Name, "--version"};
  Command.DeadlineSeconds = CompileSeconds;
  const Result<ChildOutcome> Outcome = runChild(Command);
  if (Outcome && Outcome->ExitCode == 0)
    return Success();
  return Error("cannot link programs: " +
               (Outcome ? Name + " --version has exit code " +
                              std::to_string(Outcome->ExitCode)
                        : Outcome.error().message()) +
               ", expected " + Name + " and lld-" + std::to_string(LLVMMajor) +
               " to be installed");
}

class RealLink {
public:
  RealLink(const MeasuredCorpus &Corpus, const RealLinkOptions &Options,
           const std::string &Folder, SizeReport &Report)
      : Corpus(Corpus), Options(Options), Folder(Folder), Report(Report) {
    for (const MeasuredProgram &Program : Corpus.Programs)
      for (const ProgramObject &Object : Program.Objects)
        if (Object.Module && Program.Link.LTOLink.empty())
          CorpusOf[*Object.Module] = Program.Corpus;
    for (const MeasuredProgram &Program : Corpus.Programs)
      TargetFlags[Program.Corpus] = getTargetFlags(Program.Link);
    for (const auto &[Module, OfCorpus] : CorpusOf)
      Compiled.push_back(Module);
  }

  void run(size_t Number, const InlinePolicy &Policy,
           const std::string &Plugin) {
    const std::string Objects = Folder + "/" + std::to_string(Number);
    runInProcesses(
        Compiled.size(), Options.Jobs, 0,
        [&](size_t I) { return compile(Compiled[I], Objects, Policy, Plugin); },
        [&](size_t I, const TaskOutcome &Outcome) {
          if (Outcome.Ok && Outcome.Output.empty())
            return;
          Report.Failures.push_back(
              Corpus.Paths[Compiled[I]] + ": " +
              (Outcome.Ok ? Outcome.Output : Outcome.Failure));
        });
    for (size_t P = 0; P < Corpus.Programs.size(); ++P)
      link(P, Number, Objects, getLinkExtras(Policy, Plugin));
  }

  LinkedByPolicy takeLinked() { return std::move(Linked); }

private:
  std::string objectFolder(const std::string &Objects,
                           const std::string &OfCorpus) const {
    // Corpora may have modules of the same name.
    return Objects + "/" + std::to_string(std::hash<std::string>()(OfCorpus));
  }

  /// In a child; returns what went wrong.
  std::string compile(size_t I, const std::string &Objects,
                      const InlinePolicy &Policy, const std::string &Plugin) {
    const std::string Object =
        objectFolder(Objects, CorpusOf[I]) + "/" + Corpus.Modules[I] + ".o";
    Status Done = compileModule(
        {Corpus.Paths[I], Object, Options.Setting, Options.LLVMMajor},
        [&](CodeLevel Level) {
          Strings Flags = getFlags(Policy, Plugin, Level);
          const Strings &ForTarget = TargetFlags[CorpusOf[I]];
          Flags.insert(Flags.end(), ForTarget.begin(), ForTarget.end());
          return Flags;
        });
    return Done ? "" : Done.error().message();
  }

  /// Full LTO's programs are optimised here, by the linker.
  void link(size_t P, size_t Policy, const std::string &Objects,
            const LinkExtras &Extras) {
    const MeasuredProgram &Program = Corpus.Programs[P];
    ProgramSizes &Sizes = Report.Programs[P];
    const bool IsMissing =
        Options.Setting.Profile.empty() && Policy > 0 && !Sizes.LinkedBaseline;
    if (IsMissing ||
        (Options.Setting.Profile.empty() && Sizes.Linked.size() + 1 < Policy))
      return;
    const std::string Output = Folder + "/" + std::to_string(Policy) + "-" +
                               Program.Package + "-" + Program.Name;
    CorpusProgram Link = Program.Link;
    const bool IsLTO = !Link.LTOLink.empty();
    if (IsLTO && !Options.Setting.isAsBuilt()) {
      Report.Failures.push_back(Program.Name +
                                ": was built for full LTO, which is linked as "
                                "it was built alone");
      return;
    }
    if (IsLTO)
      Link.Link = Link.LTOLink;
    Status Done =
        linkProgram(Link, Program.Corpus, objectFolder(Objects, Program.Corpus),
                    Output, Options.LLVMMajor, IsLTO ? Extras : LinkExtras());
    // Of cycles nothing is known of a file.
    if (Done && !Options.Setting.Profile.empty())
      return;
    Result<ProgramSize> Size =
        Done ? measureProgram(Output, Options.LLVMMajor, Options.Compress)
             : Result<ProgramSize>(Done.error());
    if (!Size) {
      Report.Failures.push_back(Size.error().message());
      return;
    }
    if (Policy == 0) {
      Sizes.LinkedBaseline = Size->Text;
      Baselines[P] = *Size;
      return;
    }
    Sizes.Linked.push_back(Size->Text);
    Linked.resize(Policy);
    Linked.back().push_back({Program.Package, Program.Name,
                             languageOf(Program.IsCxx), Baselines[P].Text,
                             Size->Text, Baselines[P], *Size});
  }

  const MeasuredCorpus &Corpus;
  const RealLinkOptions &Options;
  const std::string Folder;
  SizeReport &Report;
  std::map<size_t, std::string> CorpusOf;     ///< By module to be compiled.
  std::map<std::string, Strings> TargetFlags; ///< By corpus.
  std::vector<size_t> Compiled;               ///< These modules.
  std::map<size_t, ProgramSize> Baselines;    ///< By program.
  LinkedByPolicy Linked;
};
} // namespace

Result<LinkedByPolicy> linkPrograms(const MeasuredCorpus &Corpus,
                                    const std::vector<InlinePolicy> &Policies,
                                    const RealLinkOptions &Options,
                                    SizeReport &Report) {
  MLGO_TRY(checkCompiler(Options.LLVMMajor));
  std::string Plugin = Options.Plugin;
  if (Plugin.empty()) {
    Plugin = MLGO_TRY(
        findPlugin("MLGOInliner-" + std::to_string(Options.LLVMMajor) + ".so"));
  }
  std::optional<ScratchFolder> Temporary;
  std::string Folder = Options.Keep;
  if (Folder.empty()) {
    Temporary.emplace(MLGO_TRY(ScratchFolder::create()));
    Folder = Temporary->path();
  }
  MLGO_TRY(makeFolder(Folder));
  RealLink Run(Corpus, Options, Folder, Report);
  Plugin = fs::absolute(Plugin).string();
  for (size_t Policy = 0; Policy < Policies.size(); ++Policy)
    Run.run(Policy, Policies[Policy], Plugin);
  return Run.takeLinked();
}
} // namespace mlgo
