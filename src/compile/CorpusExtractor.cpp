// A corpus out of a build's objects
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/CorpusExtractor.h"
#include "compile/ReaderProcess.h"
#include "corpus/CorpusDescription.h"
#include "mlgo/support/File.h"
#include "support/ProcessPool.h"
#include "support/ShortNames.h"
#include "support/StagedFolder.h"
#include "llvm/Support/xxhash.h"
#include <regex>

namespace mlgo {
namespace {
/// First byte of what the process of an object hands back; the rest is the
/// object's digest, why it failed, or the error that ends everything.
enum AnswerKind : char {
  Written = 'm',
  Filtered = 'f',
  Failed = 'x',
  Fatal = 'e'
};

std::string answer(AnswerKind A, const std::string &Text) {
  return std::string(1, A) + Text;
}

class Extraction {
public:
  Extraction(const ExtractionOptions &Options, const std::string &Folder)
      : Options(Options), Folder(Folder) {}

  Status prepare() {
    if (Options.CommandFilter.empty())
      return Success();
    // The standard library has no other way to tell.
    try {
      Filter.emplace(Options.CommandFilter);
    } catch (const std::regex_error &E) {
      return Error("filter '" + Options.CommandFilter +
                   "': is no regular expression: " + E.what());
    }
    return Success();
  }

  /// Runs in the object's own process.
  std::string extract(const CorpusObject &Object) const {
    becomeReaderProcess();
    return Options.ThinLTO == ThinLTOBuild::Local ? copySaved(Object)
                                                  : readObject(Object);
  }

private:
  bool isWanted(std::string_view Command) const {
    while (Filter && !Command.empty()) {
      const size_t End = std::min(Command.find('\0'), Command.size());
      if (std::regex_search(Command.begin(), Command.begin() + End, *Filter))
        return true;
      Command.remove_prefix(std::min(End + 1, Command.size()));
    }
    return !Filter;
  }

  Result<std::string> readIndex(std::string_view Command) const {
    constexpr std::string_view Option = "-fthinlto-index=";
    const std::string Arguments = '\0' + std::string(Command);
    const size_t At = Arguments.find('\0' + std::string(Option));
    if (At == std::string::npos)
      return Error("command line has no -fthinlto-index");
    const std::string Path = Arguments.c_str() + At + 1 + Option.size();
    // What build systems pass for a module that takes no part in ThinLTO.
    if (Path == "/dev/null")
      return std::string();
    return readFile((fs::path(Options.IndexBase) / Path).string());
  }

  std::string readObject(const CorpusObject &Object) const {
    Result<std::string> Bytes = readFile(Object.Path);
    if (!Bytes)
      return answer(Failed, Bytes.error().message());
    auto Found = findEmbeddedBitcode(*Bytes, Options.Sections);
    if (!Found)
      return answer(Failed, Found.error().message());
    if (!*Found)
      return answer(Failed, "has no section " + Options.Sections.Bitcode +
                                ": assembly, or another compiler's");
    const auto [Bitcode, Command] = **Found;
    if (!isWanted(Command))
      return answer(Filtered, "");
    const std::string To = Folder + "/" + Object.Module;
    if (Options.ThinLTO == ThinLTOBuild::Distributed) {
      Result<std::string> Index = readIndex(Command);
      if (!Index)
        return answer(Failed, Index.error().message());
      if (Status Wrote = writeStagedFile(To + ".thinlto.bc", *Index); !Wrote)
        return answer(Fatal, Wrote.error().message());
    }
    for (auto [Suffix, Text] :
         {std::pair(".bc", Bitcode), std::pair(".cmd", Command)})
      if (Status Wrote = writeStagedFile(To + Suffix, Text); !Wrote)
        return answer(Fatal, Wrote.error().message());
    return answer(Written, objectDigest(*Bytes));
  }

  std::string copySaved(const CorpusObject &Object) const {
    for (auto [From, To] : {std::pair(".3.import.bc", ".bc"),
                            std::pair(".thinlto.bc", ".thinlto.bc")}) {
      Result<std::string> Bytes = readFile(Object.Path + From);
      if (!Bytes)
        return answer(Failed, Bytes.error().message());
      if (Status Wrote =
              writeStagedFile(Folder + "/" + Object.Module + To, *Bytes);
          !Wrote)
        return answer(Fatal, Wrote.error().message());
    }
    return answer(Written, "");
  }

  const ExtractionOptions &Options;
  const std::string &Folder;
  std::optional<std::regex> Filter;
};

/// Why there is no module at all.
Error nothingExtracted(const CorpusInputs &Inputs,
                       const ExtractedCorpus &Corpus) {
  const size_t Objects = Inputs.Objects.size() + Inputs.Refused.size();
  std::string Message =
      "none of " + std::to_string(Objects) + " objects has become a module";
  if (Corpus.Filtered)
    Message +=
        "; the filter let " + std::to_string(Corpus.Filtered) + " not through";
  if (!Corpus.Failures.empty())
    Message +=
        "; first: " + Corpus.Failures[0].What + ": " + Corpus.Failures[0].Why;
  return Error(Message);
}

/// What the objects' processes answered, in order.
Status collect(const CorpusInputs &Inputs,
               const std::vector<TaskOutcome> &Outcomes,
               const std::string &Folder, ExtractedCorpus &Corpus) {
  Corpus.Failures = Inputs.Refused;
  for (size_t I = 0; I < Outcomes.size(); ++I) {
    const CorpusObject &Object = Inputs.Objects[I];
    const TaskOutcome &Outcome = Outcomes[I];
    const char Kind = Outcome.Ok && !Outcome.Output.empty() ? Outcome.Output[0]
                                                            : char(Failed);
    const std::string Text =
        !Outcome.Ok
            ? "reading was " + Outcome.Failure
            : Outcome.Output.substr(std::min<size_t>(1, Outcome.Output.size()));
    if (Kind == Fatal)
      return Error(Text);
    if (Kind == Filtered)
      ++Corpus.Filtered;
    if (Kind == Written)
      Corpus.Modules.push_back({Object.Module, Object.Path, Text});
    if (Kind != Failed)
      continue;
    Corpus.Failures.push_back({Object.Path, Text});
    std::error_code Ignored;
    for (const char *Suffix : {".bc", ".cmd", ".thinlto.bc"})
      fs::remove(Folder + "/" + Object.Module + Suffix, Ignored);
  }
  return Success();
}
} // namespace

std::string objectDigest(std::string_view Object) {
  const auto Hash = llvm::xxh3_128bits(
      {reinterpret_cast<const uint8_t *>(Object.data()), Object.size()});
  return std::to_string(Hash.high64) + "-" + std::to_string(Hash.low64);
}

Result<ExtractedCorpus> extractCorpus(
    const CorpusInputs &Inputs, const ExtractionOptions &Options,
    const std::string &Output,
    const std::function<Status(const std::string &, ExtractedCorpus &)>
        &Finish) {
  StagedFolder Staged =
      MLGO_TRY(StagedFolder::create(Output, CorpusDescriptionFile));
  Extraction Work(Options, Staged.path());
  MLGO_TRY(Work.prepare());
  std::vector<TaskOutcome> Outcomes(Inputs.Objects.size());
  runInProcesses(
      Inputs.Objects.size(), Options.Jobs, Options.DeadlineSeconds,
      [&](size_t I) { return Work.extract(Inputs.Objects[I]); },
      [&](size_t I, TaskOutcome Outcome) { Outcomes[I] = std::move(Outcome); });
  ExtractedCorpus Corpus;
  MLGO_TRY(collect(Inputs, Outcomes, Staged.path(), Corpus));
  if (Corpus.Modules.empty())
    return nothingExtracted(Inputs, Corpus);
  if (Finish)
    MLGO_TRY(Finish(Staged.path(), Corpus));
  MLGO_TRY(writeCorpusFailures(Staged.path(), Corpus.Failures));
  CorpusDescription Description;
  if (Options.ThinLTO == ThinLTOBuild::Local)
    Description.GlobalCommandOverride = {"<UNSPECIFIED>"};
  Description.HasThinLTO = Options.ThinLTO != ThinLTOBuild::None;
  for (const ExtractedModule &Each : Corpus.Modules)
    Description.Modules.push_back(Each.Name);
  MLGO_TRY(writeCorpusDescription(Staged.path(), Description));
  MLGO_TRY(Staged.commit());
  return Corpus;
}
} // namespace mlgo
