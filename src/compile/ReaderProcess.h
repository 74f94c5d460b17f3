// A process that reads what may break it
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace mlgo {
/// To be called first in a forked process that reads files of others, whose
/// broken contents may crash LLVM's readers: it then ends without a word, a
/// trace or a core file, and cannot take all memory with it. Who forked
/// reports.
void becomeReaderProcess();
} // namespace mlgo
