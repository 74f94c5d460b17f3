// A program compiled without some passes, and what it executes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_TUNE_PASSTRIALS_H
#define MLGO_TUNE_PASSTRIALS_H

#include "compare/ExecutionCounts.h"
#include "corpus/CorpusPrograms.h"
#include "tune/Speed.h"
#include "llvm/CodeSetting.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mlgo {

/// What trials begin with.
struct PassTrialSetting {
  std::string Corpus; ///< Modules and programs of the build.
  std::string Work;   ///< Folder for objects and programs.
  CodeSetting Code;
  /// Of the build, with the plugin and what else was decided.
  std::vector<std::string> Flags;
  Workload Run;
  KeptBuild Build; ///< Where the build's programs belong.
  unsigned Jobs = 1;
};

/// A function of a module.
struct TriedFunction {
  std::string Key; ///< As decisions about passes have it.
  size_t Module = 0;
};

/// What one trial measured.
struct PassTrial {
  CountsByFunction Counts; ///< Of the build's programs, with what they call.
  uint64_t Bytes = 0;      ///< Text of all programs.
  bool IsSame = false;     ///< No object differs from the first trial's.
};

/// By the name of its symbol, each definition of a function.
using TriedFunctions = std::multimap<std::string, TriedFunction, std::less<>>;

/// A program that can be tried without some passes. One call at a time.
class TriedProgram {
public:
  virtual ~TriedProgram() = default;

  virtual const TriedFunctions &functions() const = 0;

  /// Counts the program that \p Decisions make, the text of a file of decisions
  /// about passes, of which only modules in \p Changed may say something.
  virtual Result<PassTrial> run(const std::string &Decisions,
                                const std::set<size_t> &Changed) = 0;
};

/// Compiles the modules of a program without some passes, links it, and counts
/// its workload. Everything lies in one folder.
class PassTrials final : public TriedProgram {
public:
  /// Reads the corpus, and compiles it with all passes.
  static Result<PassTrials> create(PassTrialSetting Setting);

  const TriedFunctions &functions() const override { return Functions; }
  Result<PassTrial> run(const std::string &Decisions,
                        const std::set<size_t> &Changed) override;

private:
  explicit PassTrials(PassTrialSetting Setting) : Setting(std::move(Setting)) {}

  Status readModules();
  std::string folder(bool IsStock) const {
    return Setting.Work + (IsStock ? "/stock" : "/trial");
  }
  Status compile(const std::string &Folder, const std::string &Decisions,
                 const std::set<size_t> &Which);
  Result<PassTrial> count(const std::string &Folder);

  PassTrialSetting Setting;
  std::vector<std::string> Modules;
  std::vector<CorpusProgram> Programs;
  TriedFunctions Functions;
};

} // namespace mlgo

#endif // MLGO_TUNE_PASSTRIALS_H
