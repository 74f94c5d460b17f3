// Tests of ModelUnderTrainingRunner
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/ModelUnderTrainingRunner.h"
#include "RunnerContract.h"
#include "TemporaryFolder.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"
#include "mlgo/support/File.h"
#include "mlgo/tensor/TrainingLogReader.h"
#include "model/TFLiteWriter.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// Answers 1 if input 0 is at least 3 or input 1 at least 5.
Model makeModel() {
  Model M;
  M.Task = "test";
  M.Inputs = {scalar("a"), scalar("b")};
  M.Output = scalar("decision");
  TreeEnsemble E;
  E.Trees = {{{0, 3, 1, 2, 0},
              {1, 5, 3, 4, 0},
              {-1, 0, 0, 0, 1},
              {-1, 0, 0, 0, 0},
              {-1, 0, 0, 0, 1}}};
  M.Policy = E;
  return M;
}

int64_t answer(int64_t A, int64_t B) { return A >= 3 || B >= 5; }

/// A model file, and what there is to be said about its use.
struct Fixture {
  TemporaryFolder Folder;
  std::string Path = Folder.file("model.mlgo");
  ModelUnderTrainingOptions Options;

  explicit Fixture(const Model &M = makeModel()) {
    REQUIRE(saveModel(M, Path));
  }

  Result<std::unique_ptr<ModelUnderTrainingRunner>>
  create(std::vector<TensorSpec> Inputs = {scalar("a"), scalar("b")}) const {
    return ModelUnderTrainingRunner::create(std::move(Inputs),
                                            scalar("decision"), Path, Options);
  }

  /// Why create fails, without the model's path.
  std::string error(std::vector<TensorSpec> Inputs = {scalar("a"),
                                                      scalar("b")}) const {
    auto Runner = create(std::move(Inputs));
    if (Runner)
      return "no error";
    const std::string &Text = Runner.error().message();
    REQUIRE(Text.compare(0, Path.size() + 2, Path + ": ") == 0);
    return Text.substr(Path.size() + 2);
  }

  /// Writes \p JSON as the output specs, which are used from now on.
  void setSpecs(const std::string &JSON) {
    Options.OutputSpec = Folder.file("output_spec.json");
    REQUIRE(writeFileAtomically(Options.OutputSpec, JSON));
  }
};

std::string specOf(const std::string &Name, const std::string &Type) {
  return "[{\"logging_name\":\"decision\",\"tensor_spec\":{\"name\":\"" + Name +
         "\",\"port\":0,\"type\":\"" + Type + "\",\"shape\":[1]}}]";
}

} // namespace

TEST_CASE("ModelUnderTrainingRunner: keeps what runners promise") {
  Fixture F;
  checkRunnerContract(asMakeRunner([&](std::vector<TensorSpec> Inputs) {
                        return F.create(std::move(Inputs));
                      }),
                      answer);
  checkRunnerContract(asMakeRunner([&](std::vector<TensorSpec> Inputs) {
                        return ReleaseModeModelRunner<LoadedModel>::create(
                            std::move(Inputs), "decision", {},
                            std::move(*LoadedModel::create(makeModel())));
                      }),
                      answer);
  auto Runner = F.create();
  REQUIRE(Runner);
  CHECK((*Runner)->getKind() == MLModelRunner::Kind::Development);
  CHECK_FALSE((*Runner)->hasAbstained());
}

TEST_CASE("ModelUnderTrainingRunner: what the model needs must be there") {
  Fixture F;
  CHECK(F.error({scalar("a"), scalar("c")}) ==
        "model needs input 'b', which is not among the 2 inputs given");
  CHECK(F.error({scalar("a"), TensorSpec::createSpec<int32_t>("b", {1})}) ==
        "input 'b' is int32_t[1], model expects int64_t[1]");
  F.Options.Tasks = {"another"};
  CHECK(F.error() == "task is 'test', expected 'another'");
  F.Options.Tasks = {"other", "test"};
  CHECK(F.error() == "no error");
  F.Options.ModelSelector = "M1";
  CHECK(F.error().find("does not expose a model_selector input") !=
        std::string::npos);
  CHECK(ModelUnderTrainingRunner::create({}, scalar("d"), F.Folder.file("none"))
            .error()
            .message() ==
        F.Folder.file("none") + ": cannot open: No such file or directory");
}

TEST_CASE("ModelUnderTrainingRunner: output specs name the decision") {
  Model M = makeModel();
  M.Output = scalar("StatefulPartitionedCall");
  Fixture F(M);
  CHECK(F.error() == "model has no output 'decision', found "
                     "'StatefulPartitionedCall'");
  F.setSpecs(specOf("StatefulPartitionedCall", "int64_t"));
  auto Runner = F.create();
  REQUIRE(Runner);
  *(*Runner)->getTensor<int64_t>(0) = 3;
  CHECK((*Runner)->evaluate<int64_t>() == 1);
  CHECK((*Runner)->extraOutputs().empty());
  F.setSpecs(specOf("Other", "int64_t"));
  CHECK(F.error().find("output_spec.json: model has no output 'Other'") !=
        std::string::npos);
  F.setSpecs(specOf("StatefulPartitionedCall", "float"));
  CHECK(F.error().find("output_spec.json: output is {") != std::string::npos);
  F.setSpecs("[]");
  CHECK(F.error().find("the first must describe the decision tensor") !=
        std::string::npos);
}

TEST_CASE("ModelUnderTrainingRunner: output specs name outputs in any order") {
  // Outputs X + 1 and X + 2, as the file has them.
  TFLiteWriter W;
  const int32_t X = W.tensor<int64_t>({1}, "a");
  const int32_t First = W.tensor<int64_t>({1}, "first");
  const int32_t Second = W.tensor<int64_t>({1}, "second");
  W.op(0, {X, W.constant<int64_t>({1}, {1})}, {First});
  W.op(0, {X, W.constant<int64_t>({1}, {2})}, {Second});
  Fixture F;
  F.Options.Tasks = {"test"};
  REQUIRE(writeFileAtomically(F.Path, W.finish({X}, {First, Second})));
  const auto Write = [&](const std::string &Decision,
                         const std::string &Other) {
    const std::string Specs = specOf(Decision, "int64_t");
    F.setSpecs(Specs.substr(0, Specs.size() - 1) +
               ",{\"logging_name\":\"other\",\"tensor_spec\":{\"name\":\"" +
               Other + "\",\"port\":0,\"type\":\"int64_t\",\"shape\":[1]}}]");
  };
  Write("second", "first");
  auto Runner = F.create({scalar("a")});
  INFO((Runner ? "" : Runner.error().message()));
  REQUIRE(Runner);
  *(*Runner)->getTensor<int64_t>(0) = 40;
  CHECK((*Runner)->evaluate<int64_t>() == 42);
  REQUIRE((*Runner)->extraOutputs().size() == 1);
  CHECK((*Runner)->extraOutputs()[0].name() == "other");
  CHECK(*static_cast<const int64_t *>((*Runner)->extraOutput(0)) == 41);
  Write("first", "second");
  Runner = F.create({scalar("a")});
  REQUIRE(Runner);
  *(*Runner)->getTensor<int64_t>(0) = 40;
  CHECK((*Runner)->evaluate<int64_t>() == 41);
  Write("third", "first");
  CHECK(F.error({scalar("a")}) ==
        F.Options.OutputSpec +
            ": model has no output 'third', found 'first' and 'second'");
}

TEST_CASE("ModelUnderTrainingRunner: a folder is as LLVM lays it out") {
  TemporaryFolder Folder;
  auto Runner = ModelUnderTrainingRunner::create({}, scalar("decision"),
                                                 Folder.Path.string());
  REQUIRE_FALSE(Runner);
  CHECK(Runner.error().message().find(Folder.file("model.tflite")) == 0);
}
