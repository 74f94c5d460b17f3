// What code of a target looks like
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>

namespace llvm {
class Function;
class Triple;
} // namespace llvm

namespace mlgo {
/// How a target's exception handling finds a function's frame.
enum class UnwindTableKind : int64_t {
  None,          ///< WebAssembly, whose machine does it.
  EHFrame,       ///< DWARF in .eh_frame.
  ARMExceptions, ///< .ARM.exidx and .ARM.extab.
  Windows        ///< .pdata and .xdata.
};

/// What a policy for several targets has to know of each. Constants, in the
/// linked program, so that numbers are the same whatever LLVM computes.
struct TargetCode {
  int64_t CallBytes; ///< Of a direct call without its arguments.
  /// Bytes of code for 64 instructions of optimised IR: how dense it is.
  int64_t BytesOf64Instructions;
  UnwindTableKind Unwind;

  static TargetCode of(const llvm::Triple &Target);

  /// Whether \p F has an entry in unwind tables if it is compiled now.
  bool hasUnwindTable(const llvm::Function &F) const;
};
} // namespace mlgo
