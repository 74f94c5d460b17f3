// Tasks of the register allocator
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What trials know of an advisor of the register allocator, whatever it is
// asked. A task derives from AllocationTaskOf (AllocationTaskOf.h) and is named
// in AllocationTasks.def.

#pragma once

#include "evaluate/LabelFit.h"
#include "mlgo/model/Model.h"
#include "mlgo/runner/MLModelRunner.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include <memory>

namespace mlgo {
/// What allocations are to be good for.
enum class AllocationGoal {
  Score,  ///< A low AllocationScore.
  Size,   ///< Few bytes.
  Cycles, ///< Few cycles, by a profile that who decides does not see.
};

/// One question of the register allocator when it is answered. Answers are what
/// the advisor gives; searches and labels know some of them by small numbers,
/// the decisions. A column of an eviction is both; of the priorities, which are
/// any 32-bit number, a few are decisions.
class AllocationQuestion {
public:
  AllocationQuestion(const llvm::MachineFunction &Function,
                     MLModelRunner &Inputs, int64_t Answer, int64_t StockAnswer)
      : Function(Function), Inputs(Inputs), Answer(Answer),
        StockAnswer(StockAnswer) {}
  virtual ~AllocationQuestion() = default;

  const llvm::MachineFunction &Function;
  MLModelRunner &Inputs; ///< Filled if an observer needs them.
  const int64_t Answer;  ///< That will be given.
  const int64_t StockAnswer;

  /// Bit I: decision I is legal and can be told from the others.
  virtual uint64_t choices() const = 0;
  /// What decision \p Decision, one of choices(), answers.
  virtual int64_t answerOf(int64_t Decision) const = 0;
  /// The decision that answers Answer; below 0 if none does.
  virtual int64_t decision() const = 0;
  /// What \p Policy, whose inputs are Inputs, answers; stock's answer if it
  /// abstains or answers what is not legal.
  virtual int64_t ask(MLModelRunner &Policy) const = 0;
};

/// Sees each question of an allocation, and each function's score.
class AllocationWatch {
public:
  virtual ~AllocationWatch() = default;

  /// Returns the answer to give.
  virtual int64_t onQuestion(const AllocationQuestion &Q) = 0;
  /// Called before the first question of a function that has any, once an
  /// advisor: a function may be allocated in several steps.
  virtual void onFunction(const llvm::MachineFunction &MF) {}
  virtual void onAllocated(const llvm::MachineFunction &MF,
                           const llvm::MachineBlockFrequencyInfo &MBFI,
                           double Score) {}
  /// False if the inputs need not be gathered, which is most of the cost.
  virtual bool needsInputs() const { return true; }
};

/// One task of the register allocator.
class AllocationTask {
public:
  virtual ~AllocationTask() = default;

  virtual const char *name() const = 0; ///< As findTask knows it.

  /// A runner of the policy \p M, unless reading that failed; errors begin with
  /// \p Where.
  virtual Result<std::unique_ptr<MLModelRunner>>
  createRunner(Result<Model> M, const std::string &Where) const = 0;

  /// The module whose code this process generates next is decided by the model
  /// in the bytes \p Policy, or by stock if these are empty, and then by \p
  /// Watch.
  virtual Status decide(const std::string &Policy,
                        std::unique_ptr<AllocationWatch> Watch) const = 0;

  /// The inputs of the model in the bytes \p Policy, or of stock.
  virtual Result<std::vector<TensorSpec>>
  inputs(const std::string &Policy) const = 0;

  /// Decisions are below this where policies have \p Inputs.
  virtual size_t numDecisions(const std::vector<TensorSpec> &Inputs) const = 0;

  /// A small policy to train from for \p Goal.
  virtual Model makeStart(AllocationGoal Goal) const = 0;
  /// A policy without training that decides by estimated bytes, if there is
  /// one.
  virtual std::optional<Model> makeBytesPolicy() const { return std::nullopt; }

  /// A policy that fits labels.
  virtual Result<Model> fit(const LabelFitOptions &) const {
    return Error(std::string("nothing fits labels of task ") + name());
  }
};

/// All of AllocationTasks.def.
const std::vector<const AllocationTask *> &allAllocationTasks();

/// The task that findTask calls \p Name, or null.
const AllocationTask *findAllocationTask(std::string_view Name);
} // namespace mlgo
