// Allocation as a search problem
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A site is a question of a function: its key is the function and the number of
// the question, with a tab between. `@module` follows the name of a function
// that an earlier module has, too. A decision changes which questions follow.

#pragma once

#include "evaluate/CorpusProblem.h"
#include "evaluate/regalloc/AllocationWork.h"
#include <unordered_map>

namespace mlgo {
/// The sum of scores, or of bytes, of all functions with a question, under
/// decisions of a task of the register allocator. Functions are allocated on
/// their own: moves are tried by replaying the functions that they change.
class AllocationProblem final : public CorpusProblem {
public:
  /// One function that has a question.
  struct Function {
    std::string Name, Key; ///< Key: what begins those of its sites.
    size_t Module = 0;
    double Result = 0; ///< Score, or bytes, at the last evaluation.
    std::vector<ReplayedQuestion> Questions; ///< At the last evaluation.
    DecisionMap Known;                       ///< It was evaluated with these.
  };

  /// What decisions do not have is decided by the model in the bytes \p
  /// Policy, or by stock if these are empty. \p Work, which must outlive this,
  /// makes trials.
  AllocationProblem(Worker &Work, AllocationSetting Setting,
                    std::vector<CorpusModule> Modules, std::string Policy);

  Result<Evaluated> evaluate(const Decisions &D) override;
  std::vector<std::optional<double>>
  tryMoves(const Decisions &Base, const std::vector<Move> &Moves) override;
  std::vector<Part> parts() const override;
  size_t numModules() const override { return Modules.size(); }

  /// As tryMoves, around the last evaluation, but the results are those of the
  /// function that each move changes. Notes inputs() of the first question that
  /// a move changes.
  std::vector<std::optional<double>>
  tryInFunctions(const std::vector<Move> &Moves);

  const std::vector<CorpusModule> &modules() const { return Modules; }
  const std::vector<Function> &functions() const { return Functions; }
  /// What the question \p Key was answered with, tensors; null if that was not
  /// noted.
  const std::vector<std::string> *inputs(const std::string &Key) const;
  /// Notes what another process has learned of the question \p Key.
  void setInputs(const std::string &Key, std::vector<std::string> Values) {
    Inputs[Key] = std::move(Values);
  }

private:
  /// The function, and the question, of a key; none if it is not known.
  std::optional<std::pair<size_t, uint64_t>> find(std::string_view Key) const;
  void
  run(const std::map<size_t, std::map<std::string, FunctionReplay>> &Asked,
      bool All,
      const std::function<void(size_t, Result<std::vector<ReplayedFunction>>)>
          &Done);
  Status findFunctions();
  Status replay(std::map<size_t, DecisionMap> Changed);
  std::vector<std::map<size_t, std::optional<double>>>
  tryAll(const std::vector<Move> &Moves, bool WithInputs);
  Evaluated collect() const;

  Worker &Work;
  const AllocationSetting Setting;
  const std::vector<CorpusModule> Modules;
  const std::string Policy; ///< Decides what decisions do not say.
  std::vector<Function> Functions;
  std::unordered_map<std::string, size_t> FunctionOfKey;
  std::map<std::pair<size_t, std::string>, size_t> FunctionOfName;
  std::map<std::string, std::vector<std::string>> Inputs; ///< By key.
  bool IsKnown = false; ///< Functions are known.
  std::optional<Decisions> Current;
};
} // namespace mlgo
