// The mlgo command
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/Commands.h"

int main(int Argc, char **Argv) { return mlgo::runCommandLine(Argc, Argv); }
