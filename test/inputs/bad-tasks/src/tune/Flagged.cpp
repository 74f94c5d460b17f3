// Gives its flag
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

const char *Flag = "-mlgo-loops-mode";
