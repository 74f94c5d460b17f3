// A task that others name
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

void describe(Task &T) {
  T.Name = "unroll";
  T.Prefix = "loops";
}
