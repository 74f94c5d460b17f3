// A module with calls to decide
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <string>

namespace mlgo {

/// The text of a module m.ll: chains of functions with \p Attributes, all with
/// one external user, so that stock inlines some and leaves some. Each has at
/// least \p Calls calls that stay.
inline std::string makeCallChains(unsigned Functions,
                                  const std::string &Attributes,
                                  unsigned Calls = 0) {
  std::string Text = "source_filename = \"m.ll\"\n"
                     "target triple = \"x86_64-pc-linux-gnu\"\n"
                     "declare i32 @sink(i32, i32)\n@state = internal global "
                     "i32 0\n";
  for (unsigned I = 0; I < Functions; ++I) {
    const std::string N = std::to_string(I);
    Text += "define " + std::string(I % 3 ? "internal" : "") + " i32 @f" + N +
            "(i32 %x, i32 %y) " + Attributes + " {\n  %a = mul i32 %x, " +
            std::to_string(3 + I % 5) + "\n  %b = xor i32 %a, %y\n";
    for (unsigned K = 0; K < Calls + I % 4; ++K)
      Text += "  %s" + std::to_string(K) + " = call i32 @sink(i32 %b, i32 " +
              std::to_string(K) + ")\n";
    std::string Last = "%b";
    for (unsigned K = 1; K <= 2 && K <= I; ++K) {
      const std::string Name = "%c" + std::to_string(K);
      Text += "  " + Name + " = call i32 @f" + std::to_string(I - K) + "(i32 " +
              Last + ", i32 " + std::to_string(K) + ")\n";
      Last = Name;
    }
    Text += "  %o = load i32, ptr @state\n  %r = add i32 " + Last +
            ", %o\n  store i32 %r, ptr @state\n  ret i32 %r\n}\n";
  }
  return Text;
}

/// Such a module for few bytes, in a file.
struct SmallChains {
  TemporaryFolder Folder;
  std::string Path = Folder.file("module.ll");

  SmallChains() { REQUIRE(writeFileAtomically(Path, makeModule(14))); }
  static std::string makeModule(unsigned Functions) {
    return makeCallChains(Functions, "minsize optsize");
  }
};

} // namespace mlgo
