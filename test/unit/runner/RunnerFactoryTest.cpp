// Tests of RunnerFactory
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/RunnerFactory.h"
#include "FakeModel.h"
#include "RunnerContract.h"
#include "TemporaryFolder.h"
#include "mlgo/model/ModelFile.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// Answers 1 if a is at least 3.
Model makeModel() {
  Model M;
  M.Task = "test";
  M.Inputs = {scalar("a")};
  M.Output = scalar("sum");
  TreeEnsemble E;
  E.Trees = {{{0, 3, 1, 2, 0}, {-1, 0, 0, 0, 0}, {-1, 0, 0, 0, 1}}};
  M.Policy = E;
  return M;
}

PolicySpec makeSpec() {
  PolicySpec Spec;
  Spec.Inputs = [](RunnerMode Mode, const Model *M) {
    std::vector<TensorSpec> Inputs = {scalar("a"), scalar("b")};
    if (Mode == RunnerMode::Development)
      Inputs.push_back(scalar(M ? M->Task : "none"));
    return Inputs;
  };
  Spec.Decision = scalar("sum");
  Spec.Tasks = {"first", "test"};
  Spec.BuiltIn = [](std::vector<TensorSpec> Inputs) {
    return createBuiltIn<AddingModel>(std::move(Inputs), "sum");
  };
  return Spec;
}

int64_t ask(const RunnerResult &Runner, int64_t A) {
  INFO((Runner ? "" : Runner.error().message()));
  REQUIRE(Runner);
  *(*Runner)->getTensor<int64_t>(0) = A;
  *(*Runner)->getTensor<int64_t>(1) = 7;
  return (*Runner)->evaluate<int64_t>();
}

std::string errorOf(const RunnerResult &Runner) {
  REQUIRE_FALSE(Runner);
  return Runner.error().message();
}

} // namespace

TEST_CASE("RunnerFactory: who decides in each mode", "[runner]") {
  TemporaryFolder Folder;
  PolicySpec Spec = makeSpec();
  RunnerOptions O;
  CHECK(ask(createRunner(Spec, O), 5) == 12);
  O.Model = Folder.file("m.mlgo");
  REQUIRE(saveModel(makeModel(), O.Model));
  auto FromFile = createRunner(Spec, O);
  CHECK(ask(FromFile, 5) == 1);
  CHECK((*FromFile)->reads(0));
  CHECK_FALSE((*FromFile)->reads(1));

  O.Mode = RunnerMode::Development;
  auto UnderTraining = createRunner(Spec, O);
  CHECK(ask(UnderTraining, 2) == 0);
  CHECK((*UnderTraining)->inputs().back() == scalar("test"));
  O.Model.clear();
  auto Stock = createRunner(Spec, O);
  REQUIRE(Stock);
  CHECK((*Stock)->getKind() == MLModelRunner::Kind::NoOp);
  CHECK((*Stock)->inputs().back() == scalar("none"));
  O.Mode = RunnerMode::Default;
  CHECK((*createRunner(Spec, O))->getKind() == MLModelRunner::Kind::NoOp);
}

TEST_CASE("RunnerFactory: what a mode lacks", "[runner]") {
  PolicySpec Spec = makeSpec();
  Spec.BuiltIn = nullptr;
  RunnerOptions O;
  CHECK(errorOf(createRunner(Spec, O)) ==
        "mode is 'release' and no policy is built in, expected a model file");
  O.Mode = RunnerMode::Interactive;
  CHECK(errorOf(createRunner(Spec, O)) ==
        "mode is 'interactive' without a channel, expected the base of two "
        "FIFOs");
}

TEST_CASE("RunnerFactory: a model has to fit", "[runner]") {
  PolicySpec Spec = makeSpec();
  auto Error = [&](const Model &M) {
    return errorOf(createPolicyRunner(Spec, M, "m"));
  };
  Model Other = makeModel();
  Other.Task = "other";
  CHECK(Error(Other) == "m: task is 'other', expected 'first'");
  Model Needs = makeModel();
  Needs.Inputs = {scalar("c")};
  CHECK(Error(Needs) == "m: model needs input 'c', which is not among the 2 "
                        "inputs given");
  Model Output = makeModel();
  Output.Output = scalar("product");
  CHECK(Error(Output).find("m: output is {") == 0);
  Spec.Tasks.clear();
  CHECK(createPolicyRunner(Spec, Other, "m"));
}
