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
#include <iterator>
#include <sstream>

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

/// The inputs of the policy for inlining that MLGO published (v1.1).
std::vector<std::string> publishedFeatures() {
  std::istringstream Names(
      "caller_basic_block_count caller_conditionally_executed_blocks "
      "caller_users callee_basic_block_count "
      "callee_conditionally_executed_blocks callee_users nr_ctant_params "
      "node_count edge_count callsite_height cost_estimate inlining_default "
      "sroa_savings sroa_losses load_elimination call_penalty "
      "call_argument_setup load_relative_intrinsic lowered_call_arg_setup "
      "indirect_call_penalty jump_table_penalty case_cluster_penalty "
      "switch_penalty unsimplified_common_instructions num_loops dead_blocks "
      "simplified_instructions constant_args constant_offset_ptr_args "
      "callsite_cost cold_cc_penalty last_call_to_static_bonus "
      "is_multiple_blocks nested_inlines nested_inline_cost_estimate "
      "threshold");
  return {std::istream_iterator<std::string>(Names), {}};
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
  NoPass.Scope = {{"O2"}, {"x86-64"}};
  Save("no-pass-fast.mlgo", NoPass);

  for (const auto &[Name, Policy] : evictionTestPolicies())
    Save(Name.c_str(), Policy);
  for (const auto &[Name, Policy] : priorityTestPolicies())
    Save(Name.c_str(), Policy);

  const std::vector<std::string> Features = {"callee_users", "cost_estimate",
                                             "callsite_height", "node_count",
                                             "caller_basic_block_count"};
  std::vector<std::string> More = Features;
  More.push_back("feature_of_the_future");
  for (const auto &[Name, Inputs] : {std::pair("trainer.tflite", Features),
                                     {"needs-more.tflite", More},
                                     {"published.tflite", publishedFeatures()}})
    if (!writeFileAtomically((Folder / Name).string(),
                             TFLitePolicy(Inputs, 1).file(true)))
      return 1;

  std::string Bytes = serializeModel(constantPolicy(true));
  Bytes[Bytes.size() / 2] = static_cast<char>(Bytes[Bytes.size() / 2] ^ 4);
  return writeFileAtomically((Folder / "corrupt.mlgo").string(), Bytes) ? 0 : 1;
}
