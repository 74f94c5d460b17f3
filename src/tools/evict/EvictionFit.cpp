//===- EvictionFit.cpp - An eviction policy fitted to labels --------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvictionFit.h"

#include "EvictionInputs.h"

#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/OrderedValue.h"
#include "mlgo/tensor/TrainingLogReader.h"
#include "mlgo/train/Booster.h"
#include "mlgo/train/BoosterImport.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

constexpr size_t NumExamples = 32;

class Fit {
public:
  explicit Fit(const EvictionFitOptions &Options)
      : Options(Options), Specs(getEvictionInputs()) {
    // Which register it is says nothing; is_stock tells what is stock's.
    Specs.erase(Specs.begin() + EvictionInput::StockColumn);
    Matrix.Columns = Specs.size();
  }

  Result<Model> run() {
    Result<std::vector<std::string>> Files = listLogs();
    if (!Files)
      return Files.error();
    for (const std::string &File : *Files)
      if (Status Read = readLog(File); !Read)
        return Read.error();
    if (Matrix.rows() == 0)
      return Error(Options.Logs + ": no labels");
    auto Trees = fitTrees();
    if (!Trees)
      return Trees.error();
    return makeModel(*Trees);
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
        Files.push_back(File.path().string());
    }
    if (Failure)
      return Error(Options.Logs + ": cannot read: " + Failure.message());
    std::sort(Files.begin(), Files.end());
    return Files;
  }

  Status readLog(const std::string &Path) {
    auto Log = TrainingLogReader::open(Path);
    if (!Log)
      return Log.error();
    Place.clear();
    for (const TensorSpec &Spec : Specs)
      Place.push_back(Log->findFeature(Spec.name()).value_or(SIZE_MAX));
    for (const char *Name : {"tried", "score_change", "function_score"})
      Place.push_back(Log->findFeature(Name).value_or(SIZE_MAX));
    for (size_t I = 0; I < Place.size(); ++I)
      if (Place[I] == SIZE_MAX ||
          (I < Specs.size() && Log->features()[Place[I]] != Specs[I]))
        return Error(Path + ": no log of eviction labels");
    TrainingLogObservation O;
    while (true) {
      Result<bool> More = Log->next(O);
      if (!More)
        return More.error();
      if (!*More)
        return Success();
      addRows(O);
    }
  }

  void addRows(const TrainingLogObservation &O) {
    const auto *Tried =
        static_cast<const int64_t *>(O.Tensors[Place[Specs.size()]].data());
    const auto *Change =
        static_cast<const float *>(O.Tensors[Place[Specs.size() + 1]].data());
    const float Score =
        *static_cast<const float *>(O.Tensors[Place[Specs.size() + 2]].data());
    if (!(Score > 0))
      return;
    for (size_t Column = 0; Column < StockColumns; ++Column) {
      if (!Tried[Column])
        continue;
      for (size_t I = 0; I < Specs.size(); ++I)
        Matrix.Values.push_back(value(O.Tensors[Place[I]], I, Column));
      Matrix.Targets.push_back(
          std::clamp(-Change[Column] / Score, -Options.Clip, Options.Clip) /
          Options.Clip);
      Matrix.Weights.push_back(1);
    }
    std::vector<uint8_t> Bytes;
    for (size_t I = 0; I < Specs.size(); ++I) {
      const auto *Data =
          static_cast<const uint8_t *>(O.Tensors[Place[I]].data());
      Bytes.insert(Bytes.end(), Data,
                   Data + Specs[I].getTotalTensorBufferSize());
    }
    // As many as are wanted, spread over all by what comes last replacing.
    if (Examples.size() < NumExamples)
      Examples.push_back(std::move(Bytes));
    else
      Examples[NumSeen % NumExamples] = std::move(Bytes);
    NumSeen += 7;
  }

  float value(const TensorBuffer &Tensor, size_t Input, size_t Column) const {
    const size_t At = Specs[Input].getElementCount() == 1 ? 0 : Column;
    return Specs[Input].isElementType<float>()
               ? static_cast<const float *>(Tensor.data())[At]
               : static_cast<float>(
                     static_cast<const int64_t *>(Tensor.data())[At]);
  }

  Result<ImportedTrees> fitTrees() {
    auto Text = [](double Value) {
      char Digits[32];
      std::snprintf(Digits, sizeof(Digits), "%.9g", Value);
      return std::string(Digits);
    };
    auto Fitted =
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
                   Options.Trees, 0);
    if (!Fitted)
      return Fitted.error();
    std::vector<bool> IsFloat;
    for (const TensorSpec &Spec : Specs)
      IsFloat.push_back(Spec.isElementType<float>());
    return importBooster(Fitted->Model, Fitted->Rounds, Specs.size(), IsFloat);
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
    const auto Cut = static_cast<int32_t>(std::lrint(std::ldexp(
        Options.Cut / Options.Clip, static_cast<int>(Trees.FractionBits))));
    // The first tree's stock leaf is the cut, all others' are nothing.
    for (size_t I = 0; I < Trees.Trees.Trees.size(); ++I)
      Policy.Trees.push_back(guard(Trees.Trees.Trees[I], I == 0 ? Cut : 0));
    M.Policy = std::move(Policy);
    M.Provenance = {{"labels", std::to_string(Matrix.rows())},
                    {"problems", std::to_string(NumSeen / 7)},
                    {"cut", std::to_string(Options.Cut)},
                    {"seed", std::to_string(Options.Seed)}};
    Result<LoadedModel> Loaded = LoadedModel::create(M);
    if (!Loaded)
      return Loaded.error();
    for (std::vector<uint8_t> &Bytes : Examples) {
      ModelExample Example;
      Example.Output = Loaded->evaluate(Bytes.data());
      Example.Inputs = std::move(Bytes);
      M.Examples.push_back(std::move(Example));
    }
    return M;
  }

  const EvictionFitOptions &Options;
  std::vector<TensorSpec> Specs;
  /// In the current log, of Specs and of the labels.
  std::vector<size_t> Place;
  BoosterMatrix Matrix;
  std::vector<std::vector<uint8_t>> Examples;
  size_t NumSeen = 0;
};

} // namespace

Result<Model> fitEvictionPolicy(const EvictionFitOptions &Options) {
  return Fit(Options).run();
}

} // namespace mlgo
