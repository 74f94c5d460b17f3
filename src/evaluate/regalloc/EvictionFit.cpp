// An eviction policy fitted to labels
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/EvictionFit.h"
#include "EvictionInputs.h"
#include "learn/Booster.h"
#include "learn/BoosterImport.h"
#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/OrderedValue.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "mlgo/tensor/TrainingLogReader.h"
#include "support/ShortNames.h"
#include <cfloat>
#include <cmath>

namespace mlgo {
namespace {
constexpr size_t NumExamples = 32;

class Fit {
public:
  explicit Fit(const LabelFitOptions &Options)
      : Options(Options), Specs(getEvictionInputs()), Inputs(Specs) {
    Matrix.Columns = Specs.size();
  }

  Result<Model> run() {
    std::vector<std::string> Files = MLGO_TRY(listLogs());
    for (const std::string &File : Files)
      MLGO_TRY(readLog(File));
    if (Matrix.rows() == 0)
      return Error(Options.Logs + ": no labels");
    auto Trees = MLGO_TRY(fitTrees());
    return makeModel(Trees);
  }

private:
  Result<std::vector<std::string>> listLogs() const {
    std::vector<std::string> Files;
    std::error_code Failure;
    for (const auto &Package : fs::directory_iterator(Options.Logs, Failure)) {
      const std::string Name = Package.path().filename().string();
      if (!Options.Packages.empty() &&
          std::find(Options.Packages.begin(), Options.Packages.end(), Name) ==
              Options.Packages.end())
        continue;
      std::error_code Ignored;
      for (const auto &File : fs::directory_iterator(Package.path(), Ignored))
        // Logs that are still being written have other names.
        if (File.path().extension() == ".log")
          Files.push_back(File.path().string());
    }
    if (Failure)
      return Error(Options.Logs + ": cannot read: " + Failure.message());
    std::sort(Files.begin(), Files.end());
    return Files;
  }

  Status readLog(const std::string &Path) {
    auto Log = MLGO_TRY(TrainingLogReader::open(Path));
    Place.clear();
    for (size_t I = 0; I < EvictionInput::NumMeasured; ++I) {
      Place.push_back(Log.findFeature(Specs[I].name()).value_or(SIZE_MAX));
      if (Place.back() == SIZE_MAX || Log.features()[Place.back()] != Specs[I])
        return Error(Path + ": no log of eviction labels");
    }
    for (const char *Name :
         {"is_stock", "tried", "score_change", "function_score"}) {
      Place.push_back(Log.findFeature(Name).value_or(SIZE_MAX));
      if (Place.back() == SIZE_MAX)
        return Error(Path + ": no log of eviction labels");
    }
    TrainingLogObservation O;
    while (true) {
      bool More = MLGO_TRY(Log.next(O));
      if (!More)
        return Success();
      addRows(O);
    }
  }

  /// Brings \p O to what the policy will see. False if the stock advisor's
  /// choice was no legal column.
  bool setInputs(const TrainingLogObservation &O) {
    for (size_t I = 0; I < Specs.size(); ++I) {
      const size_t Size = Specs[I].getTotalTensorBufferSize();
      if (I < EvictionInput::NumMeasured)
        std::memcpy(Inputs.getTensorUntyped(I), O.Tensors[Place[I]].data(),
                    Size);
      else
        std::memset(Inputs.getTensorUntyped(I), 0, Size);
    }
    const auto *IsStock = static_cast<const int64_t *>(
        O.Tensors[Place[EvictionInput::NumMeasured]].data());
    const size_t Stock = static_cast<size_t>(
        std::find(IsStock, IsStock + StockColumns, 1) - IsStock);
    const auto *Mask = Inputs.getTensor<int64_t>(EvictionInput::Mask);
    if (Stock == StockColumns || !Mask[Stock])
      return false;
    std::vector<size_t> Used;
    for (size_t Column = 0; Column < StockColumns; ++Column)
      if (Mask[Column])
        Used.push_back(Column);
    fillOwnInputs(Inputs, Used, Stock);
    return true;
  }

  void addRows(const TrainingLogObservation &O) {
    const TensorBuffer *Labels[3];
    for (size_t I = 0; I < 3; ++I)
      Labels[I] = &O.Tensors[Place[EvictionInput::NumMeasured + 1 + I]];
    const auto *Tried = static_cast<const int64_t *>(Labels[0]->data());
    const auto *Change = static_cast<const float *>(Labels[1]->data());
    const float Score = *static_cast<const float *>(Labels[2]->data());
    if (!(Score > 0) || !setInputs(O))
      return;
    for (size_t Column = 0; Column < StockColumns; ++Column) {
      if (!Tried[Column])
        continue;
      for (size_t I = 0; I < Specs.size(); ++I)
        Matrix.Values.push_back(value(I, Column));
      Matrix.Targets.push_back(
          std::clamp(-Change[Column] / (Options.InBytes ? 1 : Score),
                     -Options.Clip, Options.Clip) /
          Options.Clip);
      Matrix.Weights.push_back(1);
    }
    addExample();
  }

  /// Examples are spread over all problems: what comes later replaces.
  void addExample() {
    std::vector<uint8_t> Bytes;
    for (size_t I = 0; I < Specs.size(); ++I) {
      const auto *Data = static_cast<uint8_t *>(Inputs.getTensorUntyped(I));
      Bytes.insert(Bytes.end(), Data,
                   Data + Specs[I].getTotalTensorBufferSize());
    }
    if (Examples.size() < NumExamples)
      Examples.push_back(std::move(Bytes));
    else
      Examples[NumProblems * 7 % NumExamples] = std::move(Bytes);
    ++NumProblems;
  }

  /// As XGBoost takes it. Which register the stock column is says nothing.
  float value(size_t Input, size_t Column) {
    if (Input == EvictionInput::StockColumn)
      return 0;
    const size_t At = Specs[Input].getElementCount() == 1 ? 0 : Column;
    if (!Specs[Input].isElementType<float>())
      return static_cast<float>(Inputs.getTensor<int64_t>(Input)[At]);
    // Comparisons with any threshold stay as they are.
    const float Value = Inputs.getTensor<float>(Input)[At];
    return Value < FLT_MAX ? Value : FLT_MAX;
  }

  Result<ImportedTrees> fitTrees() {
    auto Text = [](double Value) {
      char Digits[32];
      std::snprintf(Digits, sizeof(Digits), "%.9g", Value);
      return std::string(Digits);
    };
    auto Fitted = MLGO_TRY(
        fitBooster(Matrix, {},
                   {{"objective", "reg:squarederror"},
                    {"base_score", "0"},
                    {"tree_method", "hist"},
                    {"grow_policy", "lossguide"},
                    {"max_depth", "0"},
                    {"max_leaves", std::to_string(Options.Leaves)},
                    {"max_bin", "256"},
                    {"eta", Text(Options.LearningRate)},
                    {"min_child_weight", Text(Options.MinChildWeight)},
                    {"lambda", "10"},
                    {"subsample", "0.8"},
                    {"colsample_bytree", "0.8"},
                    {"seed", std::to_string(Options.Seed % (1u << 31))},
                    {"nthread", "1"},
                    {"verbosity", "0"}},
                   Options.Trees, 0));
    std::vector<bool> IsFloat;
    for (const TensorSpec &Spec : Specs)
      IsFloat.push_back(Spec.isElementType<float>());
    return importBooster(Fitted.Model, Fitted.Rounds, Specs.size(), IsFloat);
  }

  /// \p Tree for all columns but the stock one, where it counts \p Stock.
  static TreeEnsemble::Tree guard(const TreeEnsemble::Tree &Tree,
                                  int32_t Stock) {
    TreeEnsemble::Tree Guarded(1);
    Guarded[0].Input = static_cast<int32_t>(EvictionInput::IsStock);
    Guarded[0].Threshold = 1;
    Guarded[0].Left = 1;
    Guarded[0].Right = static_cast<uint32_t>(Tree.size() + 1);
    for (TreeNode Node : Tree) {
      if (Node.Input >= 0) {
        ++Node.Left;
        ++Node.Right;
      }
      Guarded.push_back(Node);
    }
    Guarded.emplace_back().Value = Stock;
    return Guarded;
  }

  Result<Model> makeModel(const ImportedTrees &Trees) {
    Model M;
    M.Task = "regalloc-evict";
    M.Inputs = Specs;
    M.Output = getEvictionOutput();
    M.Decision = DecisionKind::MaskedArgmax;
    M.MaskInput = static_cast<int32_t>(EvictionInput::Mask);
    TreeEnsemble Policy;
    const auto Cut = static_cast<int32_t>(std::lrint(
        std::clamp(std::ldexp(double(Options.Cut) / double(Options.Clip),
                              static_cast<int>(Trees.FractionBits)),
                   -0x1p30, 0x1p30)));
    // The first tree's stock leaf is the cut, all others' are nothing.
    for (size_t I = 0; I < Trees.Trees.Trees.size(); ++I)
      Policy.Trees.push_back(guard(Trees.Trees.Trees[I], I == 0 ? Cut : 0));
    M.Policy = std::move(Policy);
    M.Provenance = {{"labels", std::to_string(Matrix.rows())},
                    {"problems", std::to_string(NumProblems)},
                    {"cut", std::to_string(Options.Cut)},
                    {"seed", std::to_string(Options.Seed)}};
    LoadedModel Loaded = MLGO_TRY(LoadedModel::create(M));
    for (std::vector<uint8_t> &Bytes : Examples) {
      ModelExample Example;
      Example.Output = Loaded.evaluate(Bytes.data());
      Example.Inputs = std::move(Bytes);
      M.Examples.push_back(std::move(Example));
    }
    return M;
  }

  const LabelFitOptions &Options;
  std::vector<TensorSpec> Specs;
  NoInferenceModelRunner Inputs; ///< Holds one problem.
  /// In the current log: of LLVM's inputs, of is_stock and of the labels.
  std::vector<size_t> Place;
  BoosterMatrix Matrix;
  std::vector<std::vector<uint8_t>> Examples;
  size_t NumProblems = 0;
};
} // namespace

Result<Model> fitEvictionPolicy(const LabelFitOptions &Options) {
  return Fit(Options).run();
}
} // namespace mlgo
