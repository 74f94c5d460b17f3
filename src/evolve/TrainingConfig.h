// What mlgo train is told
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>
#include <string_view>
#include <vector>

namespace mlgo {
/// A training run. Keys of the file have the names and meanings that
/// describeTrainingKeys() gives.
struct TrainingConfig {
  // What is trained, and on what.
  std::string Task = "inline-oz";           ///< See findTask.
  std::string Objective;                    ///< Empty: what Task is for.
  std::string StartModel;                   ///< A model file.
  std::vector<std::string> Beside;          ///< Model files of other tasks.
  std::vector<std::string> TrainingCorpora; ///< Folders.
  std::vector<std::string> TrainingPackages;
  std::vector<std::string> ValidationCorpora;
  std::vector<std::string> ValidationPackages;
  /// At which levels modules are compiled (see parseCodeSettings); empty: at
  /// that at which they were built.
  std::vector<std::string> Settings;
  /// Whether who decides sees the profile that cycles are counted by: hidden,
  /// used, or both, each in half of the trials.
  std::string Profiles = "hidden";
  std::vector<std::string> Parameters = {"leaves", "base", "weights", "biases"};
  double ScaleFloor = 0.01; ///< A weight's scale is |w| + this.

  // How.
  uint64_t Seed = 1;
  std::string Algorithm = "es"; ///< es, cma or sep-cma.
  uint64_t Pairs = 32;          ///< CMA-ES: twice as many candidates.
  double Sigma = 0.1;
  std::string StepRule = "clipup"; ///< plain or clipup.
  double StepSize = 0.1;
  double Momentum = 0.9;
  double MaxStep = 0.2;
  std::string Shaping = "ranks"; ///< ranks or standardised.
  uint64_t TopPairs = 0;
  double MinSurvivors = 0.4;
  double Decay = 0;
  uint64_t ModulesPerPackage = 0;
  uint64_t LargestModule = 0; ///< Bytes of bitcode.
  uint64_t ModulesPerGeneration = 64;
  uint64_t Generations = 100;
  uint64_t ValidationInterval = 5;
  uint64_t Patience = 10; ///< In validations.

  // What works, and where results go.
  uint64_t Jobs = 1;
  std::string Workers = "forked"; ///< in-process, forked or mpi.
  std::string Output;             ///< The model file.
  std::string Checkpoint;
  std::string Metrics;
};

/// One key of a configuration file.
struct TrainingKey {
  std::string Name;
  std::string Help;
  std::string Default; ///< As JSON.
};

/// All keys, in the order of the file.
std::vector<TrainingKey> describeTrainingKeys();

/// Reads a configuration from JSON: one object, each key at most once. An
/// unknown key, a value of another type or outside of its bounds is an error
/// that names the key and what was expected.
Result<TrainingConfig> parseTrainingConfig(std::string_view Text);

/// Sets the key \p Name to \p Value: JSON, or a string without its quotes;
/// lists may be written with commas between.
Status setTrainingKey(TrainingConfig &Config, const std::string &Name,
                      const std::string &Value);

/// The configuration as JSON with every key, whatever was left out before.
std::string formatTrainingConfig(const TrainingConfig &Config);

/// What results depend on, as text: everything except where files are written
/// and how many processes work.
std::string fingerprint(const TrainingConfig &Config);
} // namespace mlgo
