// Forks without surprises by signals
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <sys/types.h>

namespace mlgo {
/// Forks as fork() does. In the child, signals that the caller handles have
/// their default meaning before the first can arrive: no handler of the caller
/// ever runs there. Only the interrupt of a terminal, which reaches both, is
/// ignored there if the caller handles it. Signals that are ignored stay so.
pid_t forkQuietly();

/// The child of forkQuietly() ends, by SIGTERM, when \p Parent, who forked it,
/// does; at once if that is over already.
void endWith(pid_t Parent);
} // namespace mlgo
