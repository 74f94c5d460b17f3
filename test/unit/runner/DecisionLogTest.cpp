// Tests of DecisionLog
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/DecisionLog.h"
#include "RunnerContract.h"
#include "TemporaryFolder.h"
#include "mlgo/tensor/TrainingLogReader.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// Has two outputs besides its decision.
class TalkativeRunner final : public MLModelRunner {
public:
  TalkativeRunner()
      : MLModelRunner(Kind::Development, {scalar("stock"), scalar("x")}) {
    setUpBufferForTensor(0, nullptr);
    setUpBufferForTensor(1, nullptr);
  }
  const std::vector<TensorSpec> &extraOutputs() const override { return Extra; }
  const void *extraOutput(size_t Index) const override {
    return Index ? static_cast<const void *>(Pair) : &Number;
  }
  float Number = 0.5f;
  int32_t Pair[2] = {10, -1};

private:
  const void *evaluateUntyped() override { return &Number; }
  const std::vector<TensorSpec> Extra = {
      TensorSpec::createSpec<float>("number", {1}),
      TensorSpec::createSpec<int32_t>("pair", {2})};
};

std::string readAll(const std::string &Path) {
  auto Log = TrainingLogReader::open(Path);
  if (!Log)
    return Log.error().message();
  std::string Text;
  for (const TensorSpec &Spec : Log->features())
    Text += Spec.name() + " ";
  TrainingLogObservation O;
  for (;;) {
    auto More = Log->next(O);
    if (!More)
      return More.error().message();
    if (!*More)
      return Text;
    Text += "| " + O.Context + " ";
    for (size_t I = 0; I < O.Tensors.size(); ++I)
      Text +=
          tensorValueToString(O.Tensors[I].data(), Log->features()[I]) + " ";
    if (O.Score)
      Text += "= " + tensorValueToString(O.Score->data(), *Log->score()) + " ";
  }
}

} // namespace

TEST_CASE("DecisionLog: columns are those of LLVM's development mode") {
  TemporaryFolder Folder;
  TalkativeRunner Runner;
  DecisionLogOptions Options;
  Options.Default = scalar("stock");
  auto Log = DecisionLog::create(Folder.file("log"), Runner, scalar("decision"),
                                 Options);
  REQUIRE(Log);
  Log->switchContext("f");
  *Runner.getTensor<int64_t>(0) = 1;
  *Runner.getTensor<int64_t>(1) = 20;
  const int64_t Decisions[] = {3, 4};
  Log->logDecision(Runner, &Decisions[0]);
  const int64_t Default = 2;
  Log->logDecision(Runner, &Decisions[1], &Default);
  REQUIRE(Log->close());
  CHECK(readAll(Folder.file("log")) == "x number pair stock decision "
                                       "| f 20 0.5 10,-1 1 3 "
                                       "| f 20 0.5 10,-1 2 4 ");
}

TEST_CASE("DecisionLog: what gets no score is scored 0") {
  TemporaryFolder Folder;
  TalkativeRunner Runner;
  DecisionLogOptions Options;
  Options.Score = TensorSpec::createSpec<int64_t>("delta", {1});
  auto Log = DecisionLog::create(Folder.file("log"), Runner, scalar("decision"),
                                 Options);
  REQUIRE(Log);
  const int64_t Decision = 1, First = -5, Last = 9;
  Log->switchContext("f");
  Log->logReward(&First); // No decision before it.
  Log->logDecision(Runner, &Decision);
  Log->logReward(&First);
  Log->logDecision(Runner, &Decision);
  Log->switchContext("g");
  Log->logReward(&First); // Too late.
  Log->logDecision(Runner, &Decision);
  Log->logReward(&First);
  Log->logReward(&Last);
  REQUIRE(Log->close());
  CHECK(readAll(Folder.file("log")) == "stock x number pair decision "
                                       "| f 0 0 0.5 10,-1 1 = -5 "
                                       "| f 0 0 0.5 10,-1 1 = 0 "
                                       "| g 0 0 0.5 10,-1 1 = 9 ");
}

TEST_CASE("DecisionLog: a place that cannot be written is told at once") {
  TalkativeRunner Runner;
  auto Log = DecisionLog::create("/dev/full", Runner, scalar("decision"));
  REQUIRE_FALSE(Log);
  CHECK(Log.error().message() == "/dev/full: is not a regular file");
}
