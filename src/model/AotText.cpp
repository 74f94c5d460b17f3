// Pieces of generated C++
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/AotText.h"
#include "support/Text.h"
#include <cmath>

namespace mlgo {
static std::string filledLines(const std::vector<std::string> &Elements) {
  constexpr size_t MaxColumns = 80;
  std::string Text, Line = "   ";
  for (const std::string &Element : Elements) {
    if (Line.size() + Element.size() + 2 > MaxColumns && Line.size() > 3) {
      Text += Line + "\n";
      Line = "   ";
    }
    Line += " " + Element + ",";
  }
  return Text + Line + "\n";
}

std::string integerText(int64_t Value) {
  if (Value == INT64_MIN)
    return "INT64_MIN";
  return std::to_string(Value);
}

std::string floatText(float Value) {
  if (Value == 0)
    return std::signbit(Value) ? "-0.0f" : "0";
  char Text[64];
  std::snprintf(Text, sizeof(Text), "%af", static_cast<double>(Value));
  return Text;
}

std::string stringText(const std::string &Value) {
  // Two question marks may begin a trigraph.
  return "\"" + escapeText(Value, {{'?', "\\?"}}) + "\"";
}

std::string scopeText(const ModelScope &Scope) {
  const auto List = [](const std::vector<std::string> &Names) {
    return "{" + joinText(Names, ", ", stringText) + "}";
  };
  std::string Limits;
  for (const auto &[Name, Value] : Scope.Limits)
    Limits += (Limits.empty() ? "{" : ", {") + stringText(Name) + ", " +
              std::to_string(Value) + "}";
  return "  static mlgo::ModelScope scope() {\n    return {" +
         List(Scope.Levels) + ", " + List(Scope.Targets) + ", {" + Limits +
         "}};\n  }\n";
}

std::string arrayText(const std::string &ElementType, const std::string &Name,
                      const std::vector<std::string> &Elements) {
  const std::string Head = "  static constexpr std::array<" + ElementType +
                           ", " + std::to_string(Elements.size()) + "> " + Name;
  if (Elements.empty())
    return Head + " = {};\n";
  return Head + " = {{\n" + filledLines(Elements) + "  }};\n";
}

std::string plainArrayText(const std::string &ElementType,
                           const std::string &Name,
                           const std::vector<std::string> &Elements) {
  return "  alignas(64) static constexpr " + ElementType + " " + Name +
         "[] = {\n" + filledLines(Elements) + "  };\n";
}
} // namespace mlgo
