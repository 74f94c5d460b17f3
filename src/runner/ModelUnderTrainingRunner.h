// Runs a model read at run time
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/LoadedModel.h"
#include "mlgo/runner/MLModelRunner.h"
#include <memory>

namespace mlgo {
struct ModelUnderTrainingOptions {
  /// What a model that names its task may be for; empty: anything. Graphs that
  /// name none get the first.
  std::vector<std::string> Tasks;
  /// A file for readOutputSpecs; empty: the decision is the output of that
  /// name, and every other output is logged under its own.
  std::string OutputSpec;
  /// As in ReleaseModeOptions.
  std::string ModelSelector;
};

/// The runner of development mode: a model that changes from compilation to
/// compilation, and its extra outputs.
///
/// Inputs are bound by name; what a trainer's graph takes for its own sake (see
/// isTrainingOnlyInput) need not be given and stays zero.
class ModelUnderTrainingRunner final : public MLModelRunner {
public:
  /// Loads the model file \p ModelPath, or if that is a folder, as LLVM lays
  /// it out, `model.tflite` and `output_spec.json` in it. Fails, naming what
  /// is wrong, if the model needs an input that \p Inputs lacks or has
  /// otherwise, or has no output that is \p Decision.
  static Result<std::unique_ptr<ModelUnderTrainingRunner>>
  create(std::vector<TensorSpec> Inputs, const TensorSpec &Decision,
         const std::string &ModelPath,
         const ModelUnderTrainingOptions &Options = {});

  /// The same with the inputs that \p GetInputs has for the model.
  static Result<std::unique_ptr<ModelUnderTrainingRunner>>
  createFor(const std::function<std::vector<TensorSpec>(const struct Model &)>
                &GetInputs,
            const TensorSpec &Decision, const std::string &ModelPath,
            const ModelUnderTrainingOptions &Options = {});

  static bool classof(const MLModelRunner *R) {
    return R->getKind() == Kind::Development;
  }

  /// Under the names of the output specs, if there are any.
  const std::vector<TensorSpec> &extraOutputs() const override {
    return ExtraSpecs;
  }
  const void *extraOutput(size_t Index) const override {
    return ExtraBuffers[Index];
  }
  bool hasAbstained() const override { return Model.Abstained(); }

private:
  ModelUnderTrainingRunner(std::vector<TensorSpec> Inputs, LoadedModel Model)
      : MLModelRunner(Kind::Development, std::move(Inputs)),
        Model(std::move(Model)) {}

  const void *evaluateUntyped() override;
  Status bindInputs();
  Status bindOutputs(const TensorSpec &Decision, const std::string &OwnName,
                     const ModelUnderTrainingOptions &Options);

  LoadedModel Model;
  const void *DecisionBuffer = nullptr;
  std::vector<TensorSpec> ExtraSpecs;
  std::vector<const void *> ExtraBuffers;
};
} // namespace mlgo
