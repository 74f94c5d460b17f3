// Models for the build to compile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: write-aot-test-models FOLDER

#include "AotTestModels.h"
#include "mlgo/model/ModelFile.h"
#include <cstdio>

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    std::fprintf(stderr, "usage: write-aot-test-models FOLDER\n");
    return 1;
  }
  for (size_t I = 0; I <= mlgo::AotTestGraph; ++I) {
    const std::string Path =
        std::string(Argv[1]) + "/AotTest" + std::to_string(I) + ".mlgo";
    if (mlgo::Status S = saveModel(mlgo::aotTestModel(I), Path); !S) {
      std::fprintf(stderr, "%s\n", S.error().message().c_str());
      return 1;
    }
  }
  return 0;
}
