// Makes who decides in each mode
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"
#include "mlgo/runner/RunnerOptions.h"

namespace mlgo {
using RunnerResult = Result<std::unique_ptr<MLModelRunner>>;

/// The inputs and answers of the policies of one heuristic.
struct PolicySpec {
  /// The inputs of a runner in a mode; \p M is the model that it will ask, or
  /// null if it asks none that is known here.
  std::function<std::vector<TensorSpec>(RunnerMode, const Model *M)> Inputs;
  TensorSpec Decision = TensorSpec::createSpec<int64_t>("", {1});
  /// If not 0, decisions are one int64_t of at least 0 and less than this.
  int64_t Choices = 0;
  /// The tasks that a model may declare; empty: any. The first is given
  /// to graphs that say nothing.
  std::vector<std::string> Tasks;
  /// Which limits a model may have.
  std::vector<ScopeLimit> Limits;
  /// The policy that is compiled in; empty: there is none.
  std::function<RunnerResult(std::vector<TensorSpec>)> BuiltIn;
};

/// A factory for PolicySpec::BuiltIn with a class that mlgo_add_aot_model made.
template <typename GeneratedModel>
RunnerResult createBuiltIn(std::vector<TensorSpec> Inputs,
                           const std::string &DecisionName) {
  return std::unique_ptr<MLModelRunner>(
      MLGO_TRY(ReleaseModeModelRunner<GeneratedModel>::create(std::move(Inputs),
                                                              DecisionName)
                   .in("built-in policy")));
}

/// A runner with the policy \p M, unless reading it failed; errors begin with
/// \p Where. Fails if it is no sound policy for \p Spec.
RunnerResult createPolicyRunner(const PolicySpec &Spec, Result<Model> M,
                                const std::string &Where);

/// The same with the model file \p Path.
RunnerResult createPolicyRunner(const PolicySpec &Spec,
                                const std::string &Path);

/// The runner that \p Options ask for. Where the heuristic decides, the runner
/// is a NoInferenceModelRunner, which only holds inputs. Fails if the mode
/// lacks what it needs, or if a model or a host cannot be used.
RunnerResult createRunner(const PolicySpec &Spec, const RunnerOptions &Options);
} // namespace mlgo
