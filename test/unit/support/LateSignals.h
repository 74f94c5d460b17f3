// Signals to groups whose number may be another's
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

/// How often this program has sent a signal to a group, other than its own,
/// after it had waited for the leader, a child of it.
extern int LateSignals;
