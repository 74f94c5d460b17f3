// The host that decides for a process
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "runner/InteractiveModelRunner.h"

namespace mlgo {
/// A runner that asks the host at the FIFOs \p Base.in and \p Base.out, which
/// is sent \p Inputs and answers with \p Advice; for \p Choices see
/// InteractiveHostAddress::AdviceBound.
///
/// The host may take \p Seconds for each answer. The runners of a process that
/// ask at the same base take turns: what waits for the channel gives up when
/// one holder has kept it for twice that time. A host that has failed once is
/// not asked again in this process. Thread safe.
Result<std::unique_ptr<MLModelRunner>>
createHostRunner(std::vector<TensorSpec> Inputs, const TensorSpec &Advice,
                 int64_t Choices, const std::string &Base, double Seconds);
} // namespace mlgo
