// A tree ensemble in XGBoost's predictor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The model's JSON follows XGBoost's documented schema ("Introduction to Model
// IO"): a tree is a set of arrays with an element for each node; a leaf has no
// children and its value in split_conditions. All numbers of these models are
// small integers, so that 32-bit floating-point numbers hold them exactly.

#include "XGBoostModel.h"
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>
#include <xgboost/c_api.h>

namespace mlgo {
namespace {

using nlohmann::json;

json treeJSON(const TreeEnsemble::Tree &Tree, int Id, size_t Features) {
  const size_t Count = Tree.size();
  std::vector<int> Left(Count, -1), Right(Count, -1), Index(Count, 0);
  std::vector<int> Parents(Count, 2147483647), Zero(Count, 0);
  std::vector<float> Conditions(Count);
  const std::vector<float> Nothing(Count, 0.0f);
  for (size_t I = 0; I < Count; ++I) {
    const TreeNode &N = Tree[I];
    Conditions[I] = static_cast<float>(N.Input < 0 ? N.Value : N.Threshold);
    if (N.Input < 0)
      continue;
    Left[I] = static_cast<int>(N.Left);
    Right[I] = static_cast<int>(N.Right);
    Index[I] = N.Input;
    Parents[N.Left] = Parents[N.Right] = static_cast<int>(I);
  }
  return {{"id", Id},
          {"left_children", Left},
          {"right_children", Right},
          {"parents", Parents},
          {"split_indices", Index},
          {"split_conditions", Conditions},
          {"split_type", Zero},
          {"default_left", Zero},
          {"base_weights", Nothing},
          {"loss_changes", Nothing},
          {"sum_hessian", Nothing},
          {"categories", json::array()},
          {"categories_nodes", json::array()},
          {"categories_segments", json::array()},
          {"categories_sizes", json::array()},
          {"tree_param",
           {{"num_deleted", "0"},
            {"num_feature", std::to_string(Features)},
            {"num_nodes", std::to_string(Count)},
            {"size_leaf_vector", "0"}}}};
}

std::string modelJSON(const TreeEnsemble &E, size_t Features) {
  json Trees = json::array();
  for (size_t I = 0; I < E.Trees.size(); ++I)
    Trees.push_back(treeJSON(E.Trees[I], static_cast<int>(I), Features));
  json Root;
  Root["version"] = {1, 7, 4};
  json &Learner = Root["learner"];
  Learner["attributes"] = json::object();
  Learner["feature_names"] = json::array();
  Learner["feature_types"] = json::array();
  Learner["learner_model_param"] = {{"base_score", std::to_string(E.Base)},
                                    {"num_class", "0"},
                                    {"num_feature", std::to_string(Features)},
                                    {"num_target", "1"}};
  Learner["objective"] = {{"name", "reg:squarederror"},
                          {"reg_loss_param", {{"scale_pos_weight", "1"}}}};
  Learner["gradient_booster"] = {
      {"name", "gbtree"},
      {"model",
       {{"gbtree_model_param",
         {{"num_trees", std::to_string(E.Trees.size())},
          {"num_parallel_tree", "1"},
          {"size_leaf_vector", "0"}}},
        {"tree_info", std::vector<int>(E.Trees.size(), 0)},
        {"trees", Trees}}}};
  return Root.dump();
}

} // namespace

XGBoostModel::XGBoostModel(const Model &TheModel)
    : M(TheModel), Row(M.Inputs.size()) {
  const std::string Text =
      modelJSON(std::get<TreeEnsemble>(M.Policy), M.Inputs.size());
  if (XGBoosterCreate(nullptr, 0, &Booster) != 0 ||
      XGBoosterLoadModelFromBuffer(Booster, Text.data(), Text.size()) != 0 ||
      XGBoosterSetParam(Booster, "nthread", "1") != 0)
    XGBoosterFree(std::exchange(Booster, nullptr));
  Interface = R"({"data":[)" +
              std::to_string(reinterpret_cast<uintptr_t>(Row.data())) +
              R"(,true],"shape":[1,)" + std::to_string(Row.size()) +
              R"(],"typestr":"<f4","version":3})";
}

XGBoostModel::~XGBoostModel() {
  if (Booster)
    XGBoosterFree(Booster);
}

int64_t XGBoostModel::evaluate(const uint8_t *Inputs) {
  if (!Booster)
    return -1;
  int64_t Default = 0;
  for (size_t I = 0; I < Row.size(); ++I) {
    int64_t Value;
    std::memcpy(&Value, Inputs + I * sizeof(Value), sizeof(Value));
    Row[I] = static_cast<float>(Value);
    if (static_cast<int32_t>(I) == M.DefaultInput)
      Default = Value;
  }
  constexpr const char *Settings =
      R"({"type":0,"training":false,"iteration_begin":0,"iteration_end":0,)"
      R"("strict_shape":false,"missing":NaN,"cache_id":0})";
  const bst_ulong *Shape = nullptr;
  bst_ulong Dimensions = 0;
  const float *Scores = nullptr;
  if (XGBoosterPredictFromDense(Booster, Interface.c_str(), Settings, nullptr,
                                &Shape, &Dimensions, &Scores) != 0)
    return -1;
  return (Default != 0) != (Scores[0] > 0);
}

} // namespace mlgo
