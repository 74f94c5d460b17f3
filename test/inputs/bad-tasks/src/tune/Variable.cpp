// Sets its variable
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

const char *Variable = "MLGO_LOOPS_MODE";
