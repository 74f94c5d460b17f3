// mlgo model aot, for builds in which the command itself may be missing
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo-aot model aot FILE --class CLASS -o HEADER

#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"
#include "model/AotCompiler.h"
#include <cstdio>

static mlgo::Status compile(const std::string &File, const std::string &Class,
                            const std::string &Header) {
  const mlgo::Model M = MLGO_TRY(mlgo::loadModel(File));
  const std::string Text = MLGO_TRY(mlgo::compileModelToHeader(M, Class));
  return mlgo::writeFileAtomically(Header, Text);
}

int main(int Count, char **Words) {
  if (Count != 8)
    return std::fputs("mlgo-aot: error: expected as arguments: model aot FILE "
                      "--class CLASS -o HEADER\n",
                      stderr),
           2;
  const mlgo::Status Done = compile(Words[3], Words[5], Words[7]);
  if (!Done)
    std::fprintf(stderr, "mlgo-aot: error: %s\n",
                 Done.error().message().c_str());
  return Done ? 0 : 1;
}
