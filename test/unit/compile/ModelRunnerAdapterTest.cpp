// Tests of ModelRunnerAdapter
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/llvm/ModelRunnerAdapter.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"
#include "runner/FakeModel.h"
#include "llvm/Analysis/NoInferenceModelRunner.h"
#include <algorithm>
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("ModelRunnerAdapter: specs of every type go there and back"){
#define CHECK_SPEC(T, Name)                                                    \
  {                                                                            \
    const auto Ours = TensorSpec::createSpec<T>("t", {2, 3}, 4);               \
    const llvm::TensorSpec Theirs = convertSpec(Ours);                         \
    CHECK(Theirs == llvm::TensorSpec::createSpec<T>("t", {2, 3}, 4));          \
    CHECK(convertSpec(Theirs) == Ours);                                        \
  }
    MLGO_TENSOR_TYPES(CHECK_SPEC)
#undef CHECK_SPEC
}

TEST_CASE("ModelRunnerAdapter: kinds are converted by their names") {
  // As a later LLVM may order them.
  enum class Other { Interactive, NoOp, New, Development, Release, Unknown };
  using Own = mlgo::MLModelRunner::Kind;
  static_assert(convertKind<Own>(Other::Release) == Own::Release);
  static_assert(convertKind<Own>(Other::NoOp) == Own::NoOp);
  static_assert(convertKind<Own>(Other::New) == Own::Unknown);
  static_assert(convertKind<Other>(Own::Development) == Other::Development);
  static_assert(convertKind<Other>(Own::Interactive) == Other::Interactive);
  static_assert(convertKind<Other>(Own::Unknown) == Other::Unknown);
  SUCCEED();
}

TEST_CASE("ModelRunnerAdapter: our runner as LLVM's shares its buffers") {
  llvm::LLVMContext Ctx;
  std::vector<llvm::TensorSpec> Inputs = {
      llvm::TensorSpec::createSpec<int64_t>("a", {1})};
  auto Ours = ReleaseModeModelRunner<AddingModel>::create(
      {TensorSpec::createSpec<int64_t>("a", {1}),
       TensorSpec::createSpec<int64_t>("b", {1})},
      "sum");
  REQUIRE(Ours);
  mlgo::MLModelRunner &Inner = **Ours;
  LLVMModelRunnerAdapter Adapter(Ctx, std::move(*Ours), Inputs);
  llvm::MLModelRunner &Theirs = Adapter;
  CHECK(Theirs.getKind() == llvm::MLModelRunner::Kind::Release);
  *Theirs.getTensor<int64_t>(0) = 40;
  *Inner.getTensor<int64_t>(1) = 2;
  CHECK(*Inner.getTensor<int64_t>(0) == 40);
  CHECK(Theirs.evaluate<int64_t>() == 42);
}

TEST_CASE("ModelRunnerAdapter: what only LLVM has is kept from our runner") {
  llvm::LLVMContext Ctx;
  auto Ours = ReleaseModeModelRunner<AddingModel>::create(
      {TensorSpec::createSpec<int64_t>("a", {1}),
       TensorSpec::createSpec<int64_t>("b", {1})},
      "sum");
  REQUIRE(Ours);
  mlgo::MLModelRunner &Inner = **Ours;
  // An embedding where our runner has an input of its own, one behind all of
  // them, and what LLVM writes behind its list.
  LLVMModelRunnerAdapter Adapter(
      Ctx, std::move(*Ours),
      {llvm::TensorSpec::createSpec<int64_t>("a", {1}),
       llvm::TensorSpec::createSpec<float>("callee_embedding", {300}),
       llvm::TensorSpec::createSpec<float>("caller_embedding", {300})});
  llvm::MLModelRunner &Theirs = Adapter;
  *Inner.getTensor<int64_t>(1) = 2;
  *Theirs.getTensor<int64_t>(0) = 40;
  for (size_t I : {1, 2})
    std::fill_n(Theirs.getTensor<float>(I), 300, 1.f);
  *Theirs.getTensor<int64_t>(3) = 1;
  CHECK(Theirs.evaluate<int64_t>() == 42);
}

TEST_CASE("ModelRunnerAdapter: LLVM's runner as ours shares its buffers") {
  llvm::LLVMContext Ctx;
  const std::vector<llvm::TensorSpec> Inputs = {
      llvm::TensorSpec::createSpec<float>("x", {3}),
      llvm::TensorSpec::createSpec<int64_t>("y", {1})};
  auto Theirs = std::make_unique<llvm::NoInferenceModelRunner>(Ctx, Inputs);
  llvm::MLModelRunner &Inner = *Theirs;
  MLModelRunnerAdapter Ours(std::move(Theirs), Inputs);
  CHECK(Ours.getKind() == mlgo::MLModelRunner::Kind::NoOp);
  CHECK(Ours.inputs()[0] == TensorSpec::createSpec<float>("x", {3}));
  Ours.getTensor<float>(0)[2] = 7;
  CHECK(Inner.getTensor<float>(0)[2] == 7);
}
