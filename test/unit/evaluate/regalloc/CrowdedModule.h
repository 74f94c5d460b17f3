// A module that runs out of registers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>

namespace mlgo {

/// Text of a module with two functions: a loop over \p Values values, of which
/// 18 are more than there are registers, and one with nothing to decide.
inline std::string crowdedModule(const int Values = 18) {
  std::string Text = "target triple = \"x86_64-pc-linux-gnu\"\n"
                     "define i64 @crowded(ptr %p, i64 %n) minsize optsize {\n"
                     "entry:\n";
  auto Name = [](const char *Start, int I) {
    return "%" + std::string(Start) + std::to_string(I);
  };
  for (int I = 0; I < Values; ++I)
    Text += Name("a", I) + " = getelementptr i64, ptr %p, i64 " +
            std::to_string(I) + "\n" + Name("v", I) +
            " = load volatile i64, "
            "ptr " +
            Name("a", I) + "\n";
  Text += "br label %loop\nloop:\n%i = phi i64 [0, %entry], [%next, %loop]\n"
          "%s0 = phi i64 [0, %entry], [" +
          Name("s", Values) + ", %loop]\n";
  for (int I = 0; I < Values; ++I)
    Text += Name("x", I) + " = " + (I % 3 ? "xor" : "mul") + " i64 " +
            Name("s", I) + ", " + Name("v", I) + "\n" + Name("s", I + 1) +
            " = add i64 " + Name("x", I) + ", " +
            Name("v", (I * 7 + 3) % Values) + "\n";
  return Text +
         "%next = add i64 %i, 1\n%done = icmp eq i64 %next, %n\n"
         "br i1 %done, label %exit, label %loop\nexit:\nret i64 " +
         Name("s", Values) +
         "\n}\n"
         "define i64 @easy(i64 %x) { ret i64 %x }\n";
}

} // namespace mlgo
