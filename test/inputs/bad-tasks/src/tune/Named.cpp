// Names a task
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

const char *Name = "unroll";
