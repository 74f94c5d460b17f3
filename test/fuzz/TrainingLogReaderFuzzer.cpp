// hostile training logs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MemoryFile.h"
#include "mlgo/tensor/TrainingLogReader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const mlgo::MemoryFile File(Data, Size);
  auto Log = mlgo::TrainingLogReader::open(File.path());
  if (!Log)
    return 0;
  mlgo::TrainingLogObservation O;
  for (;;) {
    const auto HasNext = Log->next(O);
    if (!HasNext || !*HasNext)
      return 0;
  }
}
