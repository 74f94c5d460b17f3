//===- Main.cpp - The mlgo command ----------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/Commands.h"

int main(int Argc, char **Argv) { return mlgo::runCommandLine(Argc, Argv); }
