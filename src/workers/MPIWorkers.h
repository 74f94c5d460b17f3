// Workers on ranks of MPI
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "workers/Worker.h"

namespace mlgo {
/// To be called once, by all processes that mpirun started. On rank 0, which
/// coordinates, returns a worker that has all other ranks serve its items; its
/// destruction ends them. On these, serves with the worker that \p MakeLocal
/// makes, which may have any number of slots, until then, and returns null.
///
/// A rank that dies ends the whole job, with a message of mpirun. Fails where
/// mlgo-mpi.so, which is linked with MPI and loaded here, is not installed, and
/// with fewer than two ranks.
Result<std::unique_ptr<Worker>>
startMPIWorkers(const std::function<std::unique_ptr<Worker>()> &MakeLocal);
} // namespace mlgo
