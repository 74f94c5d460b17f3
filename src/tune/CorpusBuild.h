// Compiles and links the corpus of a build again
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/CodeSetting.h"
#include "corpus/CorpusPrograms.h"
#include "mlgo/support/LLVMMajors.h"
#include "task/Task.h"
#include <atomic>
#include <set>

namespace mlgo {
/// The first line of a file of decisions about passes, which says nothing of
/// any yet; see GateDecisions.h.
inline std::string passDecisionsHeader() {
  return effortTask().decisionsHeader();
}

/// How modules are compiled.
struct CorpusBuildSetting {
  std::string Corpus; ///< Modules and programs of the build.
  CodeSetting Code;
  std::vector<std::string> Flags; ///< Of the build, with the plugin.
  /// Modules are what rustc merged; lld compiles them, with this plugin, told
  /// by LinkEnvironment. Empty: clang compiles.
  std::string LinkPlugin;
  std::vector<std::pair<std::string, std::string>> LinkEnvironment;
  unsigned LLVMMajor = DefaultLLVMMajor;
  unsigned Jobs = 1;
  /// Set when compile() is to fail, soon; null: never.
  const std::atomic<bool> *Interrupted = nullptr;
};

/// What came of a program of the corpus.
struct BuiltProgram {
  std::string Name, File;
  uint64_t Bytes = 0; ///< Of text.
};

/// A corpus whose modules are compiled with clang, some of them at a time. The
/// caller must have no other threads.
class CorpusBuild {
public:
  static Result<CorpusBuild> create(CorpusBuildSetting Setting);

  const std::vector<std::string> &modules() const { return Modules; }
  std::string bitcode(size_t Module) const {
    return Setting.Corpus + "/" + Modules[Module] + ".bc";
  }
  /// Where the object of \p Module lies in \p Folder.
  std::string object(const std::string &Folder, size_t Module) const {
    return Folder + "/" + Modules[Module] + ".o";
  }

  /// Compiles the modules in \p Which, or all, into \p Folder, each with the
  /// options of the plugin that \p OptionsOf returns when its turn comes, such
  /// as the trial of one set.
  Status
  compile(const std::string &Folder,
          const std::function<std::vector<std::string>(size_t)> &OptionsOf,
          const std::set<size_t> *Which = nullptr) const;

  /// Links what compile() left in \p Folder; what lld compiled is as good as
  /// linked.
  Result<std::vector<BuiltProgram>> link(const std::string &Folder) const;

private:
  Status compile(size_t I, const std::string &Object,
                 const std::vector<std::string> &Options) const;

  explicit CorpusBuild(CorpusBuildSetting Setting)
      : Setting(std::move(Setting)) {}

  CorpusBuildSetting Setting;
  std::vector<std::string> Modules;
  std::vector<CorpusProgram> Programs;
};
} // namespace mlgo
