// What is loaded where MPI is used
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "workers/Worker.h"
#include <optional>

/// The one function of mlgo-mpi.so: startMPIWorkers with the MPI that it was
/// built for. \p Started is empty before.
extern "C" void mlgoStartRanks(
    const std::function<std::unique_ptr<mlgo::Worker>()> &MakeLocal,
    std::optional<mlgo::Result<std::unique_ptr<mlgo::Worker>>> &Started);
