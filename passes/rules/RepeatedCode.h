// Sequences of instructions that repeat
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "OutlinableCode.h"
#include <optional>

namespace mlgo {
/// Places at which \p Length instructions in a row do the same with each
/// other's results.
struct RepeatedCode {
  std::vector<unsigned> Starts; ///< Indices of NumberedCode.
  unsigned Length = 0;
};

/// All that repeats in \p Code, in a fixed order; places may overlap.
std::vector<RepeatedCode> findRepeatedCode(const NumberedCode &Code);

/// A function that could take the place of repeated code.
struct CommonFunction {
  /// What each operand of each instruction is.
  struct Operand {
    enum class Kind { Result, Argument, Constant };
    Kind What;
    unsigned Index = 0;           ///< Of the instruction, or of the argument.
    llvm::Value *Value = nullptr; ///< The constant.
  };

  std::vector<std::vector<Operand>> Operands;
  /// The arguments' values, for each argument those of all places.
  std::vector<std::vector<llvm::Value *>> Arguments;
  /// The instruction whose result is used elsewhere.
  std::optional<unsigned> Result;
};

/// Whether something outside of the \p Length instructions from \p Start uses
/// the result of number \p Index of these.
bool isUsedOutside(const NumberedCode &Code, unsigned Start, unsigned Length,
                   unsigned Index);

/// The instructions of \p Code whose results are used outside of it at some
/// place.
std::vector<unsigned> findResults(const NumberedCode &Code,
                                  const RepeatedCode &Repeated);

/// What function \p Repeated would become as the code is now; nothing if its
/// values cannot be passed, or more than one result is used elsewhere.
std::optional<CommonFunction> makeCommonFunction(const NumberedCode &Code,
                                                 const RepeatedCode &Repeated);
} // namespace mlgo
