//===- MPIWorkersAbsent.cpp - A build without MPI -------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/workers/MPIWorkers.h"

namespace mlgo {

bool hasMPI() { return false; }

Result<std::unique_ptr<Worker>>
startMPIWorkers(const std::function<std::unique_ptr<Worker>()> &) {
  return Error("cannot use ranks of MPI: built without; install "
               "libopenmpi-dev and configure again");
}

} // namespace mlgo
