// What the body of a function does
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace mlgo {
/// Counts over the first MaxInstructions instructions of a function, which is
/// all of most; what follows does not change what its size hinges on. These are
/// what is asked of callers, too, which change with each inlined call.
struct CallerScan {
  static constexpr unsigned MaxInstructions = 256;

  unsigned Calls = 0;      ///< But for intrinsics.
  unsigned Intrinsics = 0; ///< That become calls or moves of memory.
  unsigned Allocas = 0;
  unsigned LandingPads = 0;
  unsigned Returns = 0;

  static CallerScan of(const llvm::Function &F);
};

/// Likewise all that is asked of callees.
struct FunctionScan : CallerScan {
  unsigned DeadEnds = 0; ///< Unreachable or resume.
  unsigned Branches = 0; ///< Conditional ones, and switches.
  /// Instructions that seldom become code: casts of pointers, addresses with
  /// constant offsets, phis, markers of lifetimes, parts of aggregates.
  unsigned Free = 0;
  unsigned GlobalReferences = 0; ///< Operands that are addresses, not callees.
  unsigned ForwardedArguments = 0; ///< Operands of calls that are arguments.
  unsigned ComparedArguments = 0;  ///< Arguments in comparisons and switches.
  /// Loads and stores whose address is an argument plus a constant.
  unsigned ArgumentAccesses = 0;
  /// Instructions that loads and stores take beyond themselves where an address
  /// has to be aligned and is not known to be: parts are loaded, shifted and
  /// joined, or shifted and stored.
  unsigned MisalignedParts = 0;
  bool ReturnsConstant = false; ///< In any of its returns.
  bool ReturnsArgument = false;
  bool ReturnsCall = false; ///< A call's result, right after the call.

  static FunctionScan of(const llvm::Function &F);
};
} // namespace mlgo
