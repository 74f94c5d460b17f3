// What models come to on corpora
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "workers/Worker.h"
#include <atomic>
#include <optional>

namespace mlgo {
/// Who makes trials. While \p Stop is true everything fails as interrupted.
struct TrialContext {
  Worker &Work;
  const std::atomic<bool> &Stop;
  unsigned Jobs = 1; ///< Processes for what this process does itself.
};

/// What models of one task are worth on some modules, by one objective: how
/// what is found for each module becomes one number. Modules are numbered:
/// those to train on, then those for validation.
class ObjectiveTrials {
public:
  virtual ~ObjectiveTrials() = default;

  /// Whatever results depend on, but for the models.
  struct Description {
    std::string Name; ///< With a number that changes when rewards do.
    std::string Training, Validation; ///< Digests of the corpora.
  };
  virtual Description describe() const = 0;

  struct Module {
    std::string Path;       ///< A bitcode file.
    uint64_t Share = 0;     ///< How often it is drawn, relative to others.
    bool IsUsable = true;   ///< Else it is never measured.
    bool IsTraining = true; ///< Else for validation.
  };
  virtual const std::vector<Module> &modules() const = 0;

  /// Apart from all other users of the seed.
  virtual uint64_t batchStream() const = 0;

  /// What some modules say.
  struct Rewards {
    std::vector<std::optional<double>> ByModel; ///< None: a trial failed.
    size_t Modules = 0;                ///< At which some model succeeded.
    std::vector<std::string> Failures; ///< Which trials failed, and why.
  };
  /// The rewards of \p Models, bytes of model files, on \p Modules to train on,
  /// largest first.
  virtual Result<Rewards> measure(const std::vector<std::string> &Models,
                                  const std::vector<size_t> &Modules) = 0;

  /// The score of \p Model on all modules for validation, \p Modules, largest
  /// first; none if a trial failed.
  virtual Result<std::optional<double>>
  validate(const std::string &Model, const std::vector<size_t> &Modules) = 0;
};
} // namespace mlgo
