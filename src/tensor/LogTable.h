// A training log as a table of text
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/tensor/TrainingLogReader.h"

namespace mlgo {
/// The first line of \p Log as comma-separated values (RFC 4180, but with
/// plain newlines): `context`, `observation`, the features, the score. A tensor
/// of several elements is as many columns, `name[0]` and so on.
std::string formatTableHeader(const TrainingLogReader &Log);

/// Appends the line of \p O, of \p Log, to \p Text. Numbers are as short as
/// they can be without becoming others.
void appendTableRow(std::string &Text, const TrainingLogReader &Log,
                    const TrainingLogObservation &O);
} // namespace mlgo
