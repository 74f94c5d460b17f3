// How much callers learn of the registers that a function leaves alone
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace mlgo {
/// A function's attribute of this name is a number, a bit for each register:
/// its callers may rely on no other registers that it leaves alone. Once its
/// code has been generated, the number says on which they do. So code of
/// callers can be the same whatever is tried in a callee, and generated without
/// its body.
inline constexpr const char *KeptRegistersAttribute = "mlgo-kept-registers";

/// No limit, and nothing is known yet.
inline constexpr const char *AnyKeptRegisters = "4294967295";
} // namespace mlgo
