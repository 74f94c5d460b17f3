// Tests of NetworkTrainer
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/NetworkTrainer.h"
#include "SyntheticData.h"
#include "learn/Evaluation.h"
#include "mlgo/learn/PolicyScore.h"
#include "mlgo/support/MD5.h"
#include <catch2/catch.hpp>
#include <string>

using namespace mlgo;

namespace {

NetworkOptions smallNetwork() {
  NetworkOptions Options;
  Options.Hidden = {16, 8};
  Options.Epochs = 8;
  Options.LearningRate = 0.01f;
  return Options;
}

/// All weights and biases.
std::string bytesOf(const Network &Net) {
  std::string Bytes;
  for (const DenseLayer &L : Net.Layers)
    for (const std::vector<float> *Values : {&L.Weights, &L.Biases})
      Bytes.append(reinterpret_cast<const char *>(Values->data()),
                   Values->size() * sizeof(float));
  return Bytes;
}

double agreement(const Network &Net, const TrainingSet &Set) {
  std::vector<double> Scores;
  for (uint32_t Row = 0; Row < Set.Data->size(); ++Row)
    Scores.push_back(double(scoreNetwork(Net, *Set.Data, Set.Inputs, Row)));
  return evaluateAgreement(Set.Targets, Set.Train, Scores).agreement();
}

} // namespace

TEST_CASE("NetworkTrainer: learns what no input tells alone") {
  const Dataset Data = makeTable(4000), Fresh = makeTable(2000, 2);
  auto Net = trainNetwork(makeSet(Data, isMixed), smallNetwork());
  REQUIRE(Net);
  REQUIRE(Net->Layers.size() == 3);
  CHECK(Net->Layers[0].In == Net->Transforms.size());
  CHECK(Net->Layers[0].Out == 16);
  CHECK(Net->Layers[1].Out == 8);
  CHECK(Net->Layers[2].Out == 2);
  CHECK((Net->Layers[1].ReLU && !Net->Layers[2].ReLU));
  CHECK(agreement(*Net, makeSet(Fresh, isMixed)) > 0.97);
}

TEST_CASE("NetworkTrainer: learns a sum of inputs") {
  const Dataset Data = makeTable(4000), Fresh = makeTable(2000, 2);
  auto Rule = [](const int32_t *Row) { return Row[0] + Row[1] < Row[2]; };
  auto Net = trainNetwork(makeSet(Data, Rule), smallNetwork());
  REQUIRE(Net);
  CHECK(agreement(*Net, makeSet(Fresh, Rule)) > 0.96);
}

TEST_CASE("NetworkTrainer: the same seed gives the same bits everywhere") {
  const Dataset Data = makeTable(600);
  const TrainingSet Set = makeSet(Data, isMixed);
  NetworkOptions Options = smallNetwork();
  Options.WeightDecay = 0.01f;
  auto First = trainNetwork(Set, Options), Second = trainNetwork(Set, Options);
  REQUIRE((First && Second));
  CHECK(bytesOf(*First) == bytesOf(*Second));
  // Every compiler, option and machine gives it; see the header's promise.
  CHECK(hashModelName(bytesOf(*First)).first == 0xa21a7b28e964eeadu);
  Options.Seed = 2;
  auto Third = trainNetwork(Set, Options);
  REQUIRE(Third);
  CHECK(bytesOf(*First) != bytesOf(*Third));
}

TEST_CASE("NetworkTrainer: weights and balance shift the answer") {
  const Dataset Data = makeTable(1000);
  TrainingSet Set = makeSet(Data, isMixed);
  Set.Inputs = {0};
  for (uint32_t Row = 0; Row < Data.size(); ++Row)
    Set.Targets[Row] = Row % 4 == 0;
  auto positives = [&](const NetworkOptions &Options) {
    auto Net = trainNetwork(Set, Options);
    REQUIRE(Net);
    size_t Count = 0;
    for (uint32_t Row = 0; Row < Data.size(); ++Row)
      Count += scoreNetwork(*Net, Data, Set.Inputs, Row) > 0;
    return Count;
  };
  NetworkOptions Options = smallNetwork();
  CHECK(positives(Options) < 200);
  Options.BalanceClasses = true;
  const size_t Balanced = positives(Options);
  CHECK((Balanced > 200 && Balanced < 800));
  Options.BalanceClasses = false;
  for (uint32_t Row = 0; Row < Data.size(); ++Row)
    Set.Weights[Row] = Row % 4 == 0 ? 9 : 1;
  CHECK(positives(Options) > 800);
}

TEST_CASE("NetworkTrainer: keeps the epoch that validation likes best") {
  const Dataset Data = makeTable(600);
  TrainingSet Set = makeSet(Data, isMixed);
  split(Set, {false, false, false, true});
  // What holds in the last program is the opposite of what is learned.
  for (uint32_t Row : Set.Validation)
    Set.Targets[Row] = 1 - Set.Targets[Row];
  NetworkOptions Options = smallNetwork();
  Options.Patience = 2;
  std::vector<double> Seen;
  Options.Progress = [&](unsigned Epoch, double Agreement) {
    CHECK(Epoch == Seen.size() + 1);
    Seen.push_back(Agreement);
  };
  auto Net = trainNetwork(Set, Options);
  REQUIRE(Net);
  const auto Best = std::max_element(Seen.begin(), Seen.end());
  CHECK(Seen.end() - Best == 3);
  CHECK(Seen.size() < Options.Epochs);
  TrainingSet Validation = Set;
  Validation.Train = Set.Validation;
  CHECK(agreement(*Net, Validation) == Approx(*Best));
}

TEST_CASE("NetworkTrainer: nothing to learn from is an error") {
  Dataset Data = makeTable(8);
  TrainingSet Set = makeSet(Data, isMixed);
  Set.Train.clear();
  auto None = trainNetwork(Set, smallNetwork());
  REQUIRE_FALSE(None);
  CHECK(None.error().message() ==
        "nothing to learn: 0 examples, 8 epochs, batches of 64");
  Data.Values.assign(Data.Values.size(), 1);
  auto Same = trainNetwork(makeSet(Data, isMixed), smallNetwork());
  REQUIRE_FALSE(Same);
  CHECK(Same.error().message() == "all inputs are constant in 8 examples");
}
