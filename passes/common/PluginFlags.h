// A task's flags and variables
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "task/Task.h"

namespace mlgo {
/// The flags of one task on LLVM's command line. Their values are text to LLVM,
/// which would end the process for a word that it does not know. LLVM also ends
/// the process for flags of one name: where two plugins for one task are
/// loaded, the first has them.
class PluginFlags {
public:
  /// Adds the flags that all tasks have.
  explicit PluginFlags(const Task &T);
  ~PluginFlags();

  /// False if another plugin has this task's flags; they are not added then,
  /// and nobody may read them.
  bool areAdded() const { return AreAdded; }

  /// Adds `-mlgo-<prefix>-<Name>=<Value>`. All texts are copied.
  void addText(const std::string &Name, const std::string &Value,
               const std::string &Description);
  /// Adds `-mlgo-<prefix>-<Name>`, which is given or not.
  void addSwitch(const std::string &Name, const std::string &Description);

  /// Whether `-mlgo-strict` or MLGO_STRICT was given, which hold for all tasks.
  static bool isStrict();

  /// Reads the flags, and for those that are not given the variables. Lives no
  /// longer than this.
  OptionReader reader() const;

private:
  struct Flag;
  struct TextFlag;
  struct SwitchFlag;
  std::string textOf(const std::string &Name) const;

  const Task &T;
  const bool AreAdded;
  std::map<std::string, std::unique_ptr<Flag>> Flags; ///< By name.
};
} // namespace mlgo
