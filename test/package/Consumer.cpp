#include "mlgo/model/ModelFile.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"

#include "Policy.h"

#include <cstdio>

int main(int, char **Argv) {
  auto M = mlgo::loadModel(Argv[1]);
  if (!M)
    return std::puts(M.error().message().c_str()), 1;
  auto Runner =
      mlgo::ReleaseModeModelRunner<Policy>::create(M->Inputs, M->Output.name());
  return Runner && (*Runner)->evaluate<int64_t>() >= 0 ? 0 : 1;
}
