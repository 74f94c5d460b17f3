// Models for the build to compile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: write-bench-models FOLDER

#include "BenchModels.h"
#include "mlgo/model/ModelFile.h"
#include <cstdio>

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    std::fprintf(stderr, "usage: write-bench-models FOLDER\n");
    return 1;
  }
  for (const mlgo::BenchShape &Shape : mlgo::BenchShapes) {
    const std::string Path =
        std::string(Argv[1]) + "/" + Shape.ClassName + ".mlgo";
    if (mlgo::Status S = saveModel(mlgo::benchModel(Shape), Path); !S) {
      std::fprintf(stderr, "%s\n", S.error().message().c_str());
      return 1;
    }
  }
  return 0;
}
