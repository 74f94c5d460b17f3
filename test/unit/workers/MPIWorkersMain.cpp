// MPIWorkersMain
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mpirun -n 3 mlgo-mpi-workers in-process|forked|die
//
// Serves items on ranks and checks the answers; or has a rank die.

#include "WorkerTests.h"
#include "workers/ForkedWorkers.h"
#include "workers/InProcessWorker.h"
#include "workers/MPIWorkers.h"
#include <iostream>

using namespace mlgo;

int main(int Argc, char **Argv) {
  const std::string Mode = Argc == 2 ? Argv[1] : "";
  auto Coordinator = startMPIWorkers([&]() -> std::unique_ptr<Worker> {
    if (Mode == "forked")
      return std::make_unique<ForkedWorkers>(2, makeTestFunction);
    return std::make_unique<InProcessWorker>(makeTestFunction);
  });
  if (!Coordinator) {
    std::cerr << Coordinator.error().message() << '\n';
    return 1;
  }
  if (!*Coordinator)
    return 0;
  Worker &W = **Coordinator;
  if (Mode == "die") {
    runItems(W, makeItems({"a", "crash", "b"}));
    std::cerr << "a rank died, and nobody noticed\n";
    return 0;
  }
  for (const size_t Count : {60, 0, 20})
    if (describeAnswers(runItems(W, makeTestItems(Count))) !=
        describeExpected(Count)) {
      std::cerr << "the answers to " << Count << " items are not as expected\n";
      return 1;
    }
  if (Mode == "forked" &&
      describeAnswers(runItems(W, makeItems({"crash", "a"}))) !=
          "failed: worker process killed by signal 11\n/a\n") {
    std::cerr << "a crash is more than a failure\n";
    return 1;
  }
  // What is abandoned is not waited for long, nor handed back.
  for (WorkItem &Item : makeItems({"sleep 50", "a", "b", "c"}))
    W.submit(std::move(Item));
  W.abandon();
  if (describeAnswers(runItems(W, makeItems({"d"}))) != "/d\n") {
    std::cerr << "an abandoned item was handed back\n";
    return 1;
  }
  std::cout << "served by " << W.slots() << " slots\n";
  return 0;
}
