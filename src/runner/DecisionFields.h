// Fields of decisions files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <functional>
#include <string_view>

namespace mlgo {
/// Takes what stands before the next \p Separator, or all, out of \p Text.
std::string_view takeField(std::string_view &Text, char Separator = '\t');

/// Appends \p Name as a field has it: without spaces and control characters,
/// which become %XX, as the sign % does.
void appendField(std::string &To, std::string_view Name);

/// How decisions about passes name a function: its symbol, with `@` and
/// \p File, the source, if it is local to that. An empty file name tells a
/// symbol that has this sign itself from a local one.
std::string functionField(std::string_view Symbol, bool IsLocal,
                          std::string_view File);

/// Whether \p Line begins a part of a decisions file: `# mlgo-TASK-decisions`
/// and a version. A file may have parts of several tasks, one behind the other.
bool isDecisionsHeader(std::string_view Line);

/// Gives \p ReadLine each line of those parts of \p Text that begin with
/// \p Header, which ends in a version of one digit; comments are left out.
/// \p Refuse says what is wrong with a first line, or with a header of another
/// version. Errors name \p What and the line.
Status
readDecisions(std::string_view Text, std::string_view Header, const char *What,
              const std::function<Error(std::string_view Line)> &Refuse,
              const std::function<Status(std::string_view Line)> &ReadLine);

/// What appendField made \p Field of.
std::string unescapeField(std::string_view Field);
} // namespace mlgo
