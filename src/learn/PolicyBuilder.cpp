// Makes a model file's content of what was learned
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/PolicyBuilder.h"
#include "mlgo/model/LoadedModel.h"
#include <cmath>
#include <cstring>

namespace mlgo {
namespace {
/// No sum of learned leaves is as large.
constexpr int32_t NeverOpposite = INT32_MIN / 2;

/// Calls \p Visit with a reference to every input index in \p Policy.
template <typename Fn>
void visitInputs(decltype(Model::Policy) &Policy, Fn Visit) {
  if (auto *Net = std::get_if<Network>(&Policy)) {
    for (InputTransform &T : Net->Transforms)
      Visit(T.Input);
    return;
  }
  for (TreeEnsemble::Tree &Tree : std::get<TreeEnsemble>(Policy).Trees)
    for (TreeNode &Node : Tree)
      if (Node.Input >= 0)
        Visit(Node.Input);
}

class PolicyBuilder {
public:
  PolicyBuilder(const LearnedPolicy &Learned, const TrainingSet &Set,
                const PolicyOptions &Options)
      : Learned(Learned), Set(Set), Options(Options), Rows(Set.Train) {
    Rows.insert(Rows.end(), Set.Validation.begin(), Set.Validation.end());
    std::sort(Rows.begin(), Rows.end());
  }

  Result<Model> run() {
    M.Task = Options.Task;
    M.Scope = Options.Scope;
    M.Output = TensorSpec::createSpec<int64_t>(Options.OutputName, {1});
    M.Decision = Options.Decision;
    std::visit([&](const auto &P) { M.Policy = P; }, Learned.Policy);
    M.Provenance = Options.Provenance;
    MLGO_TRY(addExceptions());
    MLGO_TRY(chooseInputs());
    if (Options.WithRanges)
      setRanges();
    auto Loaded = MLGO_TRY(LoadedModel::create(M));
    MLGO_TRY(verify(Loaded));
    recordExamples(Loaded);
    return std::move(M);
  }

private:
  Status addExceptions();
  Status chooseInputs();
  void setRanges();
  Status verify(LoadedModel &Loaded) const;
  void recordExamples(LoadedModel &Loaded);
  std::vector<uint8_t> inputBytes(uint32_t Row) const;

  const LearnedPolicy &Learned;
  const TrainingSet &Set;
  const PolicyOptions &Options;
  std::vector<uint32_t> Rows;    ///< What the policy was made from, sorted.
  std::vector<uint32_t> Columns; ///< The dataset's column for each input of M.
  Model M;
};

/// Each exception is a tree that outvotes all others where its conditions hold.
Status PolicyBuilder::addExceptions() {
  for (const std::vector<RowCondition> &Exception : Options.Exceptions) {
    auto *Ensemble = std::get_if<TreeEnsemble>(&M.Policy);
    if (!Ensemble)
      return Error("exceptions are given for a network, expected trees");
    TreeEnsemble::Tree Tree;
    for (const RowCondition &C : Exception) {
      const uint32_t Column = MLGO_TRY(Set.Data->requireFeature(C.Feature));
      const auto At = std::find(Set.Inputs.begin(), Set.Inputs.end(), Column);
      if (At == Set.Inputs.end())
        return Error("feature '" + C.Feature +
                     "' of an exception is no input of the policy");
      const auto Input = static_cast<int32_t>(At - Set.Inputs.begin());
      // Outside, on one side, is a leaf that says nothing.
      const auto Branch = [&](int64_t Threshold, bool IsInsideLeft) {
        const auto Leaf = static_cast<uint32_t>(Tree.size() + 1);
        Tree.push_back(
            {Input, Threshold, Leaf + IsInsideLeft, Leaf + !IsInsideLeft, 0});
        Tree.emplace_back();
      };
      if (C.Low != INT64_MIN)
        Branch(C.Low, false);
      if (C.High != INT64_MAX)
        Branch(C.High + 1, true);
    }
    Tree.emplace_back().Value = NeverOpposite;
    Ensemble->Trees.push_back(std::move(Tree));
  }
  return Success();
}

Status PolicyBuilder::chooseInputs() {
  std::vector<bool> IsUsed(Set.Inputs.size());
  visitInputs(M.Policy, [&](auto &Input) { IsUsed[size_t(Input)] = true; });
  std::vector<uint32_t> NewIndex(Set.Inputs.size());
  for (size_t I = 0; I < Set.Inputs.size(); ++I) {
    NewIndex[I] = static_cast<uint32_t>(Columns.size());
    if (IsUsed[I])
      Columns.push_back(Set.Inputs[I]);
  }
  visitInputs(M.Policy, [&](auto &Input) {
    Input = static_cast<std::decay_t<decltype(Input)>>(NewIndex[size_t(Input)]);
  });
  for (const RowCondition &Condition : Options.Conditions) {
    const uint32_t Column =
        MLGO_TRY(Set.Data->requireFeature(Condition.Feature));
    if (std::find(Columns.begin(), Columns.end(), Column) == Columns.end())
      Columns.push_back(Column);
  }
  if (Options.WithRanges || M.Decision == DecisionKind::FlipDefault) {
    const auto Default = Set.Data->findFeature(Options.DefaultFeature);
    if (!Default)
      return Error("feature '" + Options.DefaultFeature +
                   "', the default decision, is not in the logs");
    auto Position = std::find(Columns.begin(), Columns.end(), *Default);
    M.DefaultInput = static_cast<int32_t>(Position - Columns.begin());
    if (Position == Columns.end())
      Columns.push_back(*Default);
  }
  for (uint32_t Column : Columns)
    M.Inputs.push_back(
        TensorSpec::createSpec<int64_t>(Set.Data->Features[Column], {1}));
  return Success();
}

void PolicyBuilder::setRanges() {
  for (uint32_t Column : Columns) {
    int64_t Low = INT32_MAX, High = INT32_MIN;
    for (uint32_t Row : Rows) {
      const int64_t Value = Set.Data->row(Row)[Column];
      Low = std::min(Low, Value);
      High = std::max(High, Value);
    }
    const auto Margin =
        std::llrint(Options.Widening * static_cast<double>(High - Low));
    Low -= Margin;
    High += Margin;
    for (const RowCondition &Condition : Options.Conditions)
      if (Condition.Feature == Set.Data->Features[Column]) {
        Low = std::max(Low, Condition.Low);
        High = std::min(High, Condition.High);
      }
    M.Ranges.push_back({Low, High});
  }
}

std::vector<uint8_t> PolicyBuilder::inputBytes(uint32_t Row) const {
  std::vector<uint8_t> Bytes(Columns.size() * sizeof(int64_t));
  for (size_t I = 0; I < Columns.size(); ++I) {
    const int64_t Value = Set.Data->row(Row)[Columns[I]];
    std::memcpy(&Bytes[I * sizeof(Value)], &Value, sizeof(Value));
  }
  return Bytes;
}

Status PolicyBuilder::verify(LoadedModel &Loaded) const {
  std::vector<double> Scores(Set.Data->size());
  scorePolicy(Learned, *Set.Data, Set.Inputs, Rows, Scores);
  for (uint32_t Row : Rows) {
    const int64_t Found = Loaded.evaluate(inputBytes(Row).data());
    if (Loaded.Abstained())
      continue;
    int64_t Expected = Scores[Row] > 0;
    if (M.Decision == DecisionKind::FlipDefault)
      Expected ^= Set.Data->row(Row)[Columns[size_t(M.DefaultInput)]] != 0;
    if (Found != Expected)
      return Error("model answers row " + std::to_string(Row) + " with " +
                   std::to_string(Found) + ", the learned policy with " +
                   std::to_string(Expected));
  }
  return Success();
}

void PolicyBuilder::recordExamples(LoadedModel &Loaded) {
  const size_t Count = std::min<size_t>(Options.NumExamples, Rows.size());
  for (size_t I = 0; I < Count; ++I) {
    ModelExample Example;
    Example.Inputs = inputBytes(Rows[I * Rows.size() / Count]);
    Example.Output = Loaded.evaluate(Example.Inputs.data());
    M.Examples.push_back(std::move(Example));
  }
}
} // namespace

Result<Model> buildPolicy(const LearnedPolicy &Learned, const TrainingSet &Set,
                          const PolicyOptions &Options) {
  return PolicyBuilder(Learned, Set, Options).run();
}
} // namespace mlgo
