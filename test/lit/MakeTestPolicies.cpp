// Policies for the lit tests
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo-make-test-policies FOLDER

#include "EvictionTestPolicies.h"
#include "PriorityTestPolicies.h"

#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"
#include "model/TFLitePolicy.h"

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

  Model OfOs = constantPolicy(true);
  OfOs.Scope = {{"Oz", "Os"}, {"x86-64", "aarch64"}};
  Save("always-os.mlgo", OfOs);

  Model Opposite = constantPolicy(true);
  Opposite.Decision = DecisionKind::FlipDefault;
  Save("opposite.mlgo", Opposite);

  Model AsThresholds = constantPolicy(false);
  AsThresholds.Decision = DecisionKind::FlipDefault;
  AsThresholds.Scope = {
      {"Os"}, {}, {{"threshold", 5}, {"loop_threshold", 50}}};
  Save("as-thresholds.mlgo", AsThresholds);

  Model Abstaining = Opposite;
  Abstaining.Ranges = {{}, {1000000, 1000001}};
  Save("abstaining.mlgo", Abstaining);

  Model Eviction = constantPolicy(true);
  Eviction.Task = "regalloc-evict";
  Save("other-task.mlgo", Eviction);

  Model Future = constantPolicy(true);
  Future.Inputs.push_back(scalar("feature_of_the_future"));
  Save("needs-more.mlgo", Future);

  // Leaves out every pass that may be.
  Model NoPass = constantPolicy(false);
  NoPass.Task = "gate";
  NoPass.Inputs = {scalar("pass"), scalar("loops")};
  NoPass.Output = scalar("run_pass");
  NoPass.DefaultInput = -1;
  Save("no-pass.mlgo", NoPass);

  for (const auto &[Name, Policy] : evictionTestPolicies())
    Save(Name.c_str(), Policy);
  for (const auto &[Name, Policy] : priorityTestPolicies())
    Save(Name.c_str(), Policy);

  const std::vector<std::string> Features = {"callee_users", "cost_estimate",
                                             "callsite_height", "node_count",
                                             "caller_basic_block_count"};
  std::vector<std::string> More = Features;
  More.push_back("feature_of_the_future");
  for (const auto &[Name, Inputs] :
       {std::pair("trainer.tflite", Features), {"needs-more.tflite", More}})
    if (!writeFileAtomically((Folder / Name).string(),
                             TFLitePolicy(Inputs, 1).file(true)))
      return 1;

  std::string Bytes = serializeModel(constantPolicy(true));
  Bytes[Bytes.size() / 2] = static_cast<char>(Bytes[Bytes.size() / 2] ^ 4);
  return writeFileAtomically((Folder / "corrupt.mlgo").string(), Bytes) ? 0 : 1;
}
