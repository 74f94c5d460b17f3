// A tool that learns, without any compiler: which blocks of a file are worth
// the time of packing them?
//
//   PACK_MODE=development PACK_TRAINING_LOG=logs/x/1.log block-packer pack FILE
//   block-packer learn logs packer.mlgo
//   PACK_MODEL=packer.mlgo block-packer pack FILE
//
// The first line packs everything and logs what was worth it; the second fits a
// network to such logs, which decides in the third, from a look at every 16th
// byte.
#include "mlgo/learn/Dataset.h"
#include "mlgo/learn/NetworkTrainer.h"
#include "mlgo/learn/PolicyBuilder.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/runner/LearnedAdvisor.h"
#include "mlgo/support/File.h"

#include <bitset>
#include <cstdio>
#include <numeric>

using namespace mlgo;

namespace {

constexpr size_t BlockSize = 4096, Stride = 16;
constexpr const char *Decision = "worth_it";

int fail(const Error &E) {
  std::fprintf(stderr, "block-packer: %s\n", E.message().c_str());
  return 1;
}

TensorSpec scalar(const char *Name) {
  return TensorSpec::createSpec<int64_t>(Name, {1});
}

/// The bytes that \p Block becomes: zeros are counted, up to 255, the others
/// kept. Stands for any packer.
size_t packedSize(std::string_view Block) {
  size_t Size = 0, Zeros = 0;
  for (char Byte : Block) {
    Zeros = Byte == 0 && Zeros < 255 ? Zeros + 1 : Byte == 0;
    Size += Byte == 0 ? (Zeros == 1 ? 2 : 0) : 1;
  }
  return Size;
}

void fillInputs(LearnedAdvisor &Advisor, std::string_view Block) {
  int64_t Repeated = 0, Zero = 0;
  std::bitset<256> Seen;
  for (size_t I = 0; I + 1 < Block.size(); I += Stride) {
    Repeated += Block[I] == Block[I + 1];
    Zero += Block[I] == 0;
    Seen.set(static_cast<unsigned char>(Block[I]));
  }
  *Advisor.input<int64_t>(0) = Repeated;
  *Advisor.input<int64_t>(1) = Zero;
  *Advisor.input<int64_t>(2) = static_cast<int64_t>(Seen.count());
}

int pack(const std::string &Path) {
  auto Text = readFile(Path, size_t(1) << 30);
  auto Options = LearnedAdvisorOptions::fromEnvironment("PACK");
  if (!Text || !Options)
    return fail(Text ? Options.error() : Text.error());
  auto Advisor = LearnedAdvisor::create(
      {scalar("repeated"), scalar("zero"), scalar("distinct")},
      scalar(Decision), *Options);
  if (!Advisor)
    return fail(Advisor.error());
  Advisor->switchContext(Path);
  size_t Blocks = 0, Tried = 0, Saved = 0, Savable = 0;
  for (size_t I = 0; I < Text->size(); I += BlockSize, ++Blocks) {
    const std::string_view Block = std::string_view(*Text).substr(I, BlockSize);
    fillInputs(*Advisor, Block);
    // What is known when there is time: the answer to learn.
    const size_t Size = packedSize(Block);
    const bool WorthIt = Size < Block.size() * 3 / 4;
    const bool Try = Advisor->decide<int64_t>(WorthIt) != 0;
    Tried += Try;
    Saved += Try && WorthIt ? Block.size() - Size : 0;
    Savable += WorthIt ? Block.size() - Size : 0;
  }
  if (Status Done = Advisor->finish(); !Done)
    return fail(Done.error());
  std::printf("%zu blocks, %zu tried, %zu of %zu bytes saved\n", Blocks, Tried,
              Saved, Savable);
  return 0;
}

int learn(const std::string &Logs, const std::string &ModelPath) {
  auto Data = loadDataset(Logs);
  if (!Data)
    return fail(Data.error());
  TrainingSet Set;
  Set.Data = &*Data;
  Set.Inputs.resize(Data->Features.size());
  std::iota(Set.Inputs.begin(), Set.Inputs.end(), 0);
  Set.Targets.assign(Data->Decisions.begin(), Data->Decisions.end());
  Set.Weights.assign(Data->size(), 1);
  Set.Train.resize(Data->size());
  std::iota(Set.Train.begin(), Set.Train.end(), 0);
  NetworkOptions Shape;
  Shape.Hidden = {8};
  Shape.Epochs = 100;
  Shape.BalanceClasses = true;
  auto Learned = trainNetwork(Set, Shape);
  if (!Learned)
    return fail(Learned.error());
  PolicyOptions Policy;
  Policy.Task = "pack";
  Policy.OutputName = Decision;
  Policy.DefaultFeature.clear();
  Policy.WithRanges = false;
  auto M = buildPolicy({std::move(*Learned)}, Set, Policy);
  if (!M)
    return fail(M.error());
  Status Saved = saveModel(*M, ModelPath);
  return Saved ? 0 : fail(Saved.error());
}

} // namespace

int main(int Argc, char **Argv) {
  const std::string Command = Argc > 1 ? Argv[1] : "";
  if (Command == "pack" && Argc == 3)
    return pack(Argv[2]);
  if (Command == "learn" && Argc == 4)
    return learn(Argv[2], Argv[3]);
  return fail(Error("expected `pack FILE` or `learn LOGS MODEL`"));
}
