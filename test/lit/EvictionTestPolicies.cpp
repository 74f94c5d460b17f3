// Policies that tests evict with
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvictionTestPolicies.h"

#include "mlgo/model/OrderedValue.h"
#include "mlgo/support/Random.h"

using namespace mlgo;

namespace {

template <typename T>
TensorSpec perColumn(const char *Name, int64_t Columns = 33) {
  return TensorSpec::createSpec<T>(Name, {1, Columns});
}

Model emptyPolicy(std::vector<TensorSpec> Inputs) {
  Model M;
  M.Task = "regalloc-evict";
  M.Decision = DecisionKind::MaskedArgmax;
  M.Inputs = std::move(Inputs);
  M.Output = TensorSpec::createSpec<int64_t>("index_to_evict", {1});
  M.MaskInput = 0;
  TreeEnsemble E;
  E.Trees = {{TreeNode()}};
  M.Policy = E;
  return M;
}

TreeEnsemble::Tree split(int32_t Input, int64_t Threshold, int32_t Below,
                         int32_t Above) {
  TreeNode Root, Low, High;
  Root.Input = Input;
  Root.Threshold = Threshold;
  Root.Left = 1;
  Root.Right = 2;
  Low.Value = Below;
  High.Value = Above;
  return {Root, Low, High};
}

Model stockPolicy() {
  Model M =
      emptyPolicy({perColumn<int64_t>("mask"), perColumn<int64_t>("is_stock")});
  std::get<TreeEnsemble>(M.Policy).Trees = {split(1, 1, 0, 1)};
  return M;
}

Model arbitraryPolicy() {
  Model M = emptyPolicy(
      {perColumn<int64_t>("mask"), perColumn<float>("nr_broken_hints"),
       perColumn<float>("weighed_reads_by_max"),
       perColumn<float>("weighed_writes_by_max"),
       perColumn<float>("start_bb_freq_by_max"),
       perColumn<float>("liverange_size"), perColumn<float>("use_def_density"),
       TensorSpec::createSpec<float>("progress", {1})});
  TreeEnsemble E;
  Random Numbers(7);
  for (int I = 0; I < 200; ++I)
    E.Trees.push_back(
        split(1 + static_cast<int32_t>(Numbers.below(M.Inputs.size() - 1)),
              orderedValue(static_cast<float>(Numbers.uniform())),
              static_cast<int32_t>(Numbers.below(1000)),
              static_cast<int32_t>(Numbers.below(1000))));
  M.Policy = E;
  return M;
}

Model farPolicy() {
  Model M = emptyPolicy({perColumn<int64_t>("mask"),
                         TensorSpec::createSpec<int64_t>("stock_column", {1})});
  M.DefaultInput = 1;
  M.Ranges = {{5, 6}, {}};
  return M;
}

Model constantPolicy() {
  Model M = emptyPolicy({TensorSpec::createSpec<float>("progress", {1})});
  M.Decision = DecisionKind::Argmax;
  M.MaskInput = -1;
  std::get<TreeEnsemble>(M.Policy).Base = 1;
  return M;
}

} // namespace

std::map<std::string, Model> evictionTestPolicies() {
  return {{"first-legal.mlgo", emptyPolicy({perColumn<int64_t>("mask")})},
          {"narrow.mlgo", emptyPolicy({perColumn<int64_t>("mask", 9)})},
          {"as-stock.mlgo", stockPolicy()},
          {"arbitrary.mlgo", arbitraryPolicy()},
          {"far.mlgo", farPolicy()},
          {"one.mlgo", constantPolicy()}};
}
