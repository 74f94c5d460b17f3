//===- MakeTestPolicies.cpp - Policies for the lit tests ------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo-make-test-policies FOLDER
//
//===----------------------------------------------------------------------===//

#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"

#include <filesystem>
#include <iostream>

using namespace mlgo;

namespace {

TensorSpec scalar(const char *Name) {
  return TensorSpec::createSpec<int64_t>(Name, {1});
}

/// A policy that always says \p Answer.
Model constantPolicy(bool Answer) {
  Model M;
  M.Task = "inline-oz";
  M.Inputs = {scalar("inlining_default"), scalar("cost_estimate")};
  M.Output = scalar("inlining_decision");
  M.DefaultInput = 0;
  TreeEnsemble E;
  E.Trees = {{TreeNode()}};
  E.Base = Answer ? 1 : 0;
  M.Policy = E;
  return M;
}

/// An eviction policy that chooses the first legal column where \p Input is not
/// 0, or else, and if there is no \p Input, the first legal one.
Model evictionPolicy(const char *Input, int64_t Columns = 33) {
  auto PerColumn = [&](const char *Name) {
    return TensorSpec::createSpec<int64_t>(Name, {1, Columns});
  };
  Model M;
  M.Task = "regalloc-evict";
  M.Decision = DecisionKind::MaskedArgmax;
  M.Inputs = {PerColumn("mask")};
  M.Output = scalar("index_to_evict");
  M.MaskInput = 0;
  TreeEnsemble E;
  E.Trees = {{TreeNode()}};
  if (Input) {
    M.Inputs.push_back(PerColumn(Input));
    TreeNode Root, No, Yes;
    Root.Input = 1;
    Root.Threshold = 1;
    Root.Left = 1;
    Root.Right = 2;
    Yes.Value = 1;
    E.Trees = {{Root, No, Yes}};
  }
  M.Policy = E;
  return M;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return 2;
  const std::filesystem::path Folder = Argv[1];
  std::filesystem::create_directories(Folder);
  auto Save = [&](const char *Name, const Model &M) {
    Status Saved = saveModel(M, (Folder / Name).string());
    if (!Saved) {
      std::cerr << Saved.error().message() << '\n';
      std::exit(1);
    }
  };
  Save("always.mlgo", constantPolicy(true));
  Save("never.mlgo", constantPolicy(false));

  Model Opposite = constantPolicy(true);
  Opposite.Decision = DecisionKind::FlipDefault;
  Save("opposite.mlgo", Opposite);

  Model Abstaining = Opposite;
  Abstaining.Ranges = {{}, {1000000, 1000001}};
  Save("abstaining.mlgo", Abstaining);

  Model Eviction = constantPolicy(true);
  Eviction.Task = "regalloc-evict";
  Save("other-task.mlgo", Eviction);

  Model Future = constantPolicy(true);
  Future.Inputs.push_back(scalar("feature_of_the_future"));
  Save("needs-more.mlgo", Future);

  Save("first-legal.mlgo", evictionPolicy(nullptr));
  Save("as-stock.mlgo", evictionPolicy("is_stock"));
  Save("hint.mlgo", evictionPolicy("is_hint"));
  Save("narrow.mlgo", evictionPolicy(nullptr, 9));

  std::string Bytes = serializeModel(constantPolicy(true));
  Bytes[Bytes.size() / 2] = static_cast<char>(Bytes[Bytes.size() / 2] ^ 4);
  return writeFileAtomically((Folder / "corrupt.mlgo").string(), Bytes) ? 0 : 1;
}
