//===- HostChannel.h - The host that decides for a process ------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_HOSTCHANNEL_H
#define MLGO_PASSES_INLINER_HOSTCHANNEL_H

#include "mlgo/runner/MLModelRunner.h"
#include "mlgo/support/Result.h"

#include <memory>
#include <string>
#include <vector>

namespace mlgo {

/// A runner for one module that asks the host at the FIFOs \p Base.in and
/// \p Base.out, which gets \p Inputs and answers with an inlining decision.
///
/// The host may take \p Seconds for each answer. A process has one channel, and
/// modules that are compiled at once take turns; one that keeps it for more
/// than twice that time is not waited for. A host that has failed once is not
/// asked for later modules.
Result<std::unique_ptr<MLModelRunner>>
createHostRunner(std::vector<TensorSpec> Inputs, const std::string &Base,
                 double Seconds);

/// Tells that the host of a runner made here has failed.
void noteHostFailure();

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_HOSTCHANNEL_H
