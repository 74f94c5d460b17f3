// What leaving out single passes does, for training
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/gate/GateLabelSource.h"
#include "build/PluginFile.h"
#include "mlgo/support/File.h"
#include "mlgo/support/LLVMMajors.h"
#include "mlgo/support/Random.h"
#include "mlgo/tensor/TrainingLogReader.h"
#include "support/ChildProcess.h"
#include "support/ScratchFolder.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <algorithm>
#include <numeric>

namespace mlgo {
const std::string GateLabelPlugin =
    "MLGO-" + std::to_string(DefaultLLVMMajor) + ".so";

namespace {
/// What the bitcode \p Module is for. clang would compile it for this machine.
Result<std::string> readTriple(const std::string &Module) {
  const std::string Bytes = MLGO_TRY(readFile(Module));
  auto Triple =
      llvm::getBitcodeTargetTriple(llvm::MemoryBufferRef(Bytes, Module));
  if (!Triple)
    return Error(Module + ": " + llvm::toString(Triple.takeError()));
  return *Triple;
}

/// The compiler with all policies of ours, which labels the bitcode \p Module.
Result<ChildCommand> makeCommand(const GateLabelSetting &Setting,
                                 const std::string &Module, CodeLevel Level,
                                 const ScratchFolder &Scratch) {
  const std::string Plugin = MLGO_TRY(findPlugin(GateLabelPlugin));
  const std::string Triple = MLGO_TRY(readTriple(Module));
  ChildCommand Command;
  Command.Arguments = {"clang-" + std::to_string(DefaultLLVMMajor),
                       "--target=" + Triple,
                       std::string("-") + nameOf(Level),
                       "-w",
                       "-Wno-override-module",
                       "-x",
                       "ir",
                       "-c",
                       Module,
                       "-o",
                       Scratch.file("module.o"),
                       "-fpass-plugin=" + Plugin,
                       "-mllvm",
                       "-mlgo-gate-labels=" + Scratch.file("labels.log"),
                       "-mllvm",
                       "-mlgo-gate-effort-seconds=" +
                           std::to_string(Setting.Seconds)};
  // Of IR the driver takes the architecture from its flags alone.
  if (Triple.rfind("thumb", 0) == 0)
    Command.Arguments.push_back("-mthumb");
  const std::vector<std::string> Policy =
      Setting.Policy.empty()
          ? std::vector<std::string>{"-mllvm", "-mlgo-gate-mode=default"}
          : std::vector<std::string>{"-mllvm",
                                     "-mlgo-gate-model=" + Setting.Policy,
                                     "-mllvm", "-mlgo-strict"};
  Command.Arguments.insert(Command.Arguments.end(), Policy.begin(),
                           Policy.end());
  return Command;
}

class GateLabelModule final : public ReadyModule {
public:
  explicit GateLabelModule(std::string Path) : Path(std::move(Path)) {}

private:
  bool isLarge() const override { return false; }

  Result<std::string> answer(const TrialsShared &,
                             std::string_view Asked) override {
    GateLabelSetting Setting;
    if (!fromBytes(Asked, Setting))
      return Error("this is no request for labels");
    const ScratchFolder Scratch = MLGO_TRY(ScratchFolder::create());
    const std::string Copy = Scratch.file("module.bc");
    const CodeLevel Level = MLGO_TRY(writeInSetting(Path, Setting.Code, Copy));
    const ChildCommand Command = MLGO_TRY(makeCommand(
        Setting, Setting.Code.isAsBuilt() ? Path : Copy, Level, Scratch));
    const ChildOutcome Outcome = MLGO_TRY(runChild(Command));
    if (Outcome.ExitCode != 0)
      return Error(describe(Command) + ": exit code " +
                   std::to_string(Outcome.ExitCode) + ": " +
                   Outcome.ErrorOutput.substr(0, 500));
    return readFile(Scratch.file("labels.log"));
  }

  const std::string Path;
};

/// How many observations the log at \p Path has.
Result<uint64_t> countLabels(const std::string &Path) {
  TrainingLogReader Log = MLGO_TRY(TrainingLogReader::open(Path));
  TrainingLogObservation Observation;
  uint64_t Count = 0;
  while (MLGO_TRY(Log.next(Observation)))
    ++Count;
  return Count;
}

/// Those of \p Modules that \p Options want, in their order.
std::vector<CorpusModule> draw(std::vector<CorpusModule> Modules,
                               const LabelOptions &Options) {
  if (!Options.ModulesPerPackage || Options.ModulesPerPackage >= Modules.size())
    return Modules;
  std::vector<size_t> Order(Modules.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  Random(Options.Seed).shuffle(Order);
  Order.resize(Options.ModulesPerPackage);
  std::sort(Order.begin(), Order.end());
  std::vector<CorpusModule> Kept;
  for (const size_t I : Order)
    Kept.push_back(Modules[I]);
  return Kept;
}
} // namespace

/// Only what a sweep asks of it.
class GateLabelSource::Problem final : public CorpusProblem {
public:
  explicit Problem(size_t Modules) : Modules(Modules) {}

  Result<Evaluated> evaluate(const Decisions &) override {
    return Error("passes are not searched here");
  }
  std::vector<std::optional<double>>
  tryMoves(const Decisions &, const std::vector<Move> &Moves) override {
    return std::vector<std::optional<double>>(Moves.size());
  }
  std::vector<Part> parts() const override { return {}; }
  size_t numModules() const override { return Modules; }

  void addFailure(std::string Why) { Failures.push_back(std::move(Why)); }

private:
  const size_t Modules;
};

GateLabelSource::GateLabelSource(GateLabelSetting Setting,
                                 std::vector<CorpusModule> TheModules,
                                 const LabelOptions &Options, Worker &Work)
    : Setting(std::move(Setting)),
      Modules(draw(std::move(TheModules), Options)), Work(Work),
      Own(std::make_unique<Problem>(Modules.size())), Logs(Modules.size()) {}

GateLabelSource::~GateLabelSource() = default;

std::vector<CorpusProblem *> GateLabelSource::problems() { return {Own.get()}; }

std::vector<std::string> GateLabelSource::modules() const {
  std::vector<std::string> Names;
  for (const CorpusModule &M : Modules)
    Names.push_back(M.Name);
  return Names;
}

/// A module is one trial, whose number is its place.
std::vector<PlannedMove> GateLabelSource::plan(size_t Module) {
  return {{{{{Modules[Module].Name, static_cast<int64_t>(Module)}}}, 0}};
}

std::vector<std::optional<double>>
GateLabelSource::tryMoves(const std::vector<PlannedMove> &Moves) {
  std::vector<TrialRequest> Requests;
  std::vector<size_t> Places;
  for (const PlannedMove &M : Moves) {
    Places.push_back(static_cast<size_t>(M.Change.Changes.begin()->second));
    TrialRequest &R = Requests.emplace_back();
    R.At = {"gate", Modules[Places.back()].Path, Setting.Code};
    R.Asked = toBytes(Setting);
  }
  std::vector<std::optional<double>> Results(Moves.size());
  size_t Tried = 0;
  runTrials(
      Work, Requests, {},
      [&](size_t I, Result<std::string> Log) {
        if (Own->OnTried)
          Own->OnTried(++Tried, Moves.size());
        if (!Log) {
          Own->addFailure(Modules[Places[I]].Path + ": " +
                          Log.error().message());
          return;
        }
        Logs[Places[I]] = Log.take();
        Results[I] = 0;
      },
      [this] { return Own->isStopping(); });
  return Results;
}

Result<LabelSource::Counts>
GateLabelSource::write(size_t Module, const std::string &Path,
                       const std::vector<std::optional<double>> &Results) {
  if (!Results.front())
    return Counts{0, 1};
  const std::string Log = std::move(Logs[Module]);
  MLGO_TRY(writeFileAtomically(Path, Log));
  return Counts{MLGO_TRY(countLabels(Path)), 0};
}

std::unique_ptr<ReadyModule> prepareGateLabels(const TrialPlace &At) {
  return std::make_unique<GateLabelModule>(At.Path);
}
} // namespace mlgo
