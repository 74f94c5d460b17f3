// A command's page for man
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tools/help/CommandText.h"

namespace mlgo {
/// The page of \p Command in section 1, for man; \p Others are the names of
/// pages to refer to, \p Version that of mlgo.
std::string printManualPage(const CommandText &Command,
                            const std::vector<std::string> &Others,
                            const std::string &Version);

/// "mlgo-corpus-fetch" for "mlgo corpus fetch".
std::string nameManualPage(const CommandText &Command);
} // namespace mlgo
