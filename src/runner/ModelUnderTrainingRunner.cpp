// Runs a model read at run time
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/ModelUnderTrainingRunner.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"
#include "model/TFLiteImport.h"
#include "runner/OutputSpecs.h"
#include <sys/stat.h>

namespace mlgo {
static bool isFolder(const std::string &Path) {
  struct stat Info;
  return ::stat(Path.c_str(), &Info) == 0 && S_ISDIR(Info.st_mode);
}

static const TensorSpec *findSpec(const std::vector<TensorSpec> &Specs,
                                  std::string_view Name) {
  for (const TensorSpec &Spec : Specs)
    if (Spec.name() == Name)
      return &Spec;
  return nullptr;
}

static bool haveSameElements(const TensorSpec &A, const TensorSpec &B) {
  return A.type() == B.type() && A.getElementCount() == B.getElementCount();
}

/// The names of \p Specs, the first as \p OwnName, for a message.
static std::string listNames(const std::vector<TensorSpec> &Specs,
                             const std::string &OwnName) {
  std::string Names = "'" + OwnName + "'";
  for (size_t I = 1; I < Specs.size(); ++I)
    Names += (I + 1 < Specs.size() ? ", '" : " and '") + Specs[I].name() + "'";
  return Names;
}

/// The place of \p Wanted among \p Specs, the outputs of \p Model, of which the
/// first is called \p OwnName in its file.
static Result<size_t> findOutput(const LoadedModel &Model,
                                 const std::vector<TensorSpec> &Specs,
                                 const std::string &OwnName,
                                 const TensorSpec &Wanted) {
  const auto HasName = [&](size_t I) {
    return (Specs[I].name() == Wanted.name() ||
            (I == 0 && OwnName == Wanted.name())) &&
           (Specs[I].port() == Wanted.port() || Wanted.port() == 0);
  };
  size_t Found = 0;
  while (Found < Specs.size() && !HasName(Found))
    ++Found;
  if (Found == Specs.size()) {
    // The name that TensorFlow gave the tensor, as LLVM looks it up.
    const int Index = Model.LookupResultIndex("fetch_" + Wanted.name() + ":" +
                                              std::to_string(Wanted.port()));
    if (Index < 0)
      return Error("model has no output '" + Wanted.name() + "', found " +
                   listNames(Specs, OwnName));
    Found = static_cast<size_t>(Index);
  }
  if (!haveSameElements(Specs[Found], Wanted))
    return Error("output is " + toJSON(Specs[Found]) + ", expected " +
                 toJSON(Wanted));
  return Found;
}

Result<std::unique_ptr<ModelUnderTrainingRunner>>
ModelUnderTrainingRunner::create(std::vector<TensorSpec> Inputs,
                                 const TensorSpec &Decision,
                                 const std::string &ModelPath,
                                 const ModelUnderTrainingOptions &Options) {
  return createFor([&](const struct Model &) { return Inputs; }, Decision,
                   ModelPath, Options);
}

Result<std::unique_ptr<ModelUnderTrainingRunner>>
ModelUnderTrainingRunner::createFor(
    const std::function<std::vector<TensorSpec>(const struct Model &)>
        &GetInputs,
    const TensorSpec &Decision, const std::string &ModelPath,
    const ModelUnderTrainingOptions &TheOptions) {
  std::string File = ModelPath;
  ModelUnderTrainingOptions Options = TheOptions;
  if (isFolder(ModelPath)) {
    File += "/model.tflite";
    if (Options.OutputSpec.empty())
      Options.OutputSpec = ModelPath + "/output_spec.json";
  }
  struct Model Loaded = MLGO_TRY(loadModel(File));
  if (!Loaded.Task.empty())
    MLGO_TRY(checkTask(Loaded, Options.Tasks).in(File));
  const std::string OwnName = Loaded.Output.name();
  adoptGraph(Loaded, Options.Tasks.empty() ? "" : Options.Tasks[0], Decision);
  auto Inputs = GetInputs(Loaded);
  auto Evaluator = MLGO_TRY(LoadedModel::create(std::move(Loaded)).in(File));
  std::unique_ptr<ModelUnderTrainingRunner> Runner(
      new ModelUnderTrainingRunner(std::move(Inputs), std::move(Evaluator)));
  ReleaseModeOptions Selection;
  Selection.ModelSelector = Options.ModelSelector;
  Status Bound = selectModel(Runner->Model, Selection);
  if (Bound)
    Bound = Runner->bindInputs();
  if (Bound)
    Bound = Runner->bindOutputs(Decision, OwnName, Options);
  if (!Bound)
    return Bound.error().in(File);
  return Runner;
}

Status ModelUnderTrainingRunner::bindInputs() {
  for (size_t I = 0; I < inputs().size(); ++I) {
    const int Arg = Model.LookupArgIndex("feed_" + inputs()[I].name());
    setUpBufferForTensor(I, Arg < 0 ? nullptr : Model.arg_data(Arg));
  }
  return checkModelInputs(
      Model, inputs(),
      [this](std::string_view Name) { return findSpec(inputs(), Name); },
      [this](std::string_view Name) { return Model.InputIsOptional(Name); });
}

Status ModelUnderTrainingRunner::bindOutputs(
    const TensorSpec &Decision, const std::string &OwnName,
    const ModelUnderTrainingOptions &Options) {
  // The model's own outputs, the main one first.
  std::vector<TensorSpec> Specs = {Model.model().Output};
  std::vector<const void *> Buffers = {Model.result_data(0)};
  for (size_t I = 0; I < Model.extraOutputs().size(); ++I) {
    Specs.push_back(Model.extraOutputs()[I]);
    Buffers.push_back(Model.extraOutput(I));
  }
  const auto Find = [&](const TensorSpec &Wanted) {
    return findOutput(Model, Specs, OwnName, Wanted);
  };
  if (Options.OutputSpec.empty()) {
    auto Index = MLGO_TRY(Find(Decision));
    for (size_t I = 0; I < Specs.size(); ++I) {
      if (I == Index)
        continue;
      ExtraSpecs.push_back(Specs[I]);
      ExtraBuffers.push_back(Buffers[I]);
    }
    DecisionBuffer = Buffers[Index];
    return Success();
  }
  auto Outputs = MLGO_TRY(readOutputSpecs(Options.OutputSpec, Decision.name()));
  for (const OutputSpec &Output : Outputs) {
    auto Index = MLGO_TRY(Find(Output.Spec).in(Options.OutputSpec));
    if (DecisionBuffer) {
      ExtraSpecs.emplace_back(Output.LoggingName, Specs[Index]);
      ExtraBuffers.push_back(Buffers[Index]);
      continue;
    }
    if (!haveSameElements(Output.Spec, Decision))
      return Error(Options.OutputSpec + ": decision is " + toJSON(Output.Spec) +
                   ", expected " + toJSON(Decision));
    DecisionBuffer = Buffers[Index];
  }
  return Success();
}

const void *ModelUnderTrainingRunner::evaluateUntyped() {
  Model.Run();
  return DecisionBuffer;
}
} // namespace mlgo
