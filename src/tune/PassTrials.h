// A program compiled without some passes, and what it executes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tune/CorpusBuild.h"
#include "tune/Speed.h"

namespace mlgo {
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
  /// Compiles what \p Build is to build with all passes, into the folder
  /// \p Work. Programs belong in \p Places.
  static Result<PassTrials> create(CorpusBuild Build, std::string Work,
                                   Workload Run, KeptBuild Places);

  const TriedFunctions &functions() const override { return Functions; }
  Result<PassTrial> run(const std::string &Decisions,
                        const std::set<size_t> &Changed) override;

private:
  PassTrials(CorpusBuild Build, std::string Work, Workload Run,
             KeptBuild Places)
      : Build(std::move(Build)), Work(std::move(Work)), Run(std::move(Run)),
        Places(std::move(Places)) {}

  std::string folder(bool IsStock) const {
    return Work + (IsStock ? "/stock" : "/trial");
  }
  Status compile(const std::string &Folder, const std::string &Decisions,
                 const std::set<size_t> *Which);
  Result<PassTrial> count(const std::string &Folder);

  const CorpusBuild Build;
  const std::string Work;
  const Workload Run;
  const KeptBuild Places; ///< Where the build's programs belong.
  TriedFunctions Functions;
};
} // namespace mlgo
