// Who decides, in the user's words
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <functional>
#include <initializer_list>
#include <optional>

namespace mlgo {
/// The modes of a learned heuristic.
enum class RunnerMode {
  Release,     ///< A built-in policy or a model file.
  Development, ///< The model under training, or the heuristic without one.
  Interactive, ///< A host at the other end of a channel.
  Default,     ///< The heuristic.
};

/// Reads options that are given as text, and keeps the first fault. The names
/// of options are lower case words with dashes: `channel-deadline`.
class OptionReader {
public:
  /// Where options are given: the command line, the environment.
  struct Source {
    /// The value given for an option; empty if nothing.
    std::function<std::string(const std::string &Name)> Text;
    /// The name of an option in errors.
    std::function<std::string(const std::string &Name)> Title;
  };
  explicit OptionReader(Source From) : From(std::move(From)) {}

  /// Reads environment variables: \p Prefix _CHANNEL_DEADLINE.
  static OptionReader ofEnvironment(const std::string &Prefix);

  std::string text(const std::string &Name) const { return From.Text(Name); }
  /// True for what is given and is not 0.
  bool flag(const std::string &Name) const;
  /// The place of the given word in \p Words, or \p Default without one.
  size_t word(const std::string &Name,
              std::initializer_list<const char *> Words, size_t Default = 0);
  /// More than 0 and at most a day, which stands for never.
  double seconds(const std::string &Name, double Default);

  /// The first value that an option cannot have.
  const std::optional<Error> &fault() const { return Fault; }

private:
  void noteFault(const std::string &Name, const std::string &Expected);

  Source From;
  std::optional<Error> Fault;
};

/// The options that all learned heuristics have.
struct RunnerOptions {
  RunnerMode Mode = RunnerMode::Release;
  std::string Model;       ///< A model file; the one under training, too.
  std::string OutputSpec;  ///< Describes outputs of the model under training.
  std::string TrainingLog; ///< Decisions are logged here.
  std::string Channel;     ///< Stands before .in and .out of the host's FIFOs.
  double ChannelDeadline = 60; ///< Seconds that one answer may take.

  /// The options mode, model, output-spec, training-log, channel and
  /// channel-deadline. \p From keeps what is wrong.
  static RunnerOptions read(OptionReader &From);

  /// False if the heuristic decides all.
  bool hasPolicy() const {
    return Mode == RunnerMode::Development ? !Model.empty()
                                           : Mode != RunnerMode::Default;
  }
};

/// The name of a variable or part of it: capitals with underscores.
std::string toVariable(const std::string &Name);
} // namespace mlgo
