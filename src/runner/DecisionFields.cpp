// Fields of decisions files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/DecisionFields.h"
#include <algorithm>
#include <charconv>

namespace mlgo {
std::string_view takeField(std::string_view &Text, char Separator) {
  const size_t End = std::min(Text.find(Separator), Text.size());
  const std::string_view Field = Text.substr(0, End);
  Text.remove_prefix(std::min(End + 1, Text.size()));
  return Field;
}

bool isDecisionsHeader(std::string_view Line) {
  return takeField(Line, ' ') == "#" && Line.substr(0, 5) == "mlgo-" &&
         Line.find("-decisions ") != Line.npos;
}

Status
readDecisions(std::string_view Text, std::string_view Header, const char *What,
              const std::function<Error(std::string_view Line)> &Refuse,
              const std::function<Status(std::string_view Line)> &ReadLine) {
  const std::string_view Magic = Header.substr(0, Header.size() - 1);
  bool IsOurs = false, WasOurs = false;
  for (size_t Number = 1; Number == 1 || !Text.empty(); ++Number) {
    const auto Wrong = [&](const Error &E) {
      return E.in(std::string(What) + ": line " + std::to_string(Number));
    };
    const size_t End = Text.find('\n');
    const std::string_view Line = Text.substr(0, End);
    const bool IsNamedSo = Line.substr(0, Magic.size()) == Magic;
    if (Line == Header || (isDecisionsHeader(Line) && !IsNamedSo))
      IsOurs = IsNamedSo;
    else if (Number == 1 || IsNamedSo)
      return Wrong(Refuse(Line));
    if (End == Text.npos)
      return Wrong(Error("ends without a newline; the file is cut off"));
    Text = Text.substr(End + 1);
    WasOurs |= IsOurs;
    if (!IsOurs || Line.empty() || Line[0] == '#')
      continue;
    if (const Status Read = ReadLine(Line); !Read)
      return Wrong(Read.error());
  }
  if (!WasOurs)
    return Error(std::string(What) +
                 ": only other decisions found, expected '" +
                 std::string(Header) + "'");
  return Success();
}

void appendField(std::string &To, std::string_view Name) {
  constexpr char Hex[] = "0123456789ABCDEF";
  for (const char C : Name) {
    const auto Byte = static_cast<unsigned char>(C);
    if (Byte > ' ' && Byte != 0x7f && C != '%') {
      To += C;
      continue;
    }
    To += '%';
    To += Hex[Byte >> 4];
    To += Hex[Byte & 15];
  }
}

std::string functionField(std::string_view Symbol, bool IsLocal,
                          std::string_view File) {
  std::string Name(Symbol);
  if (IsLocal)
    Name.append("@").append(File);
  else if (Symbol.find('@') != Symbol.npos)
    Name += "@";
  std::string Field;
  appendField(Field, Name);
  return Field;
}

std::string unescapeField(std::string_view Field) {
  std::string Name;
  for (size_t I = 0; I < Field.size(); ++I) {
    unsigned Byte = 0;
    const char *Digits = Field.data() + I + 1;
    if (Field[I] == '%' && I + 2 < Field.size() &&
        std::from_chars(Digits, Digits + 2, Byte, 16).ptr == Digits + 2) {
      Name += static_cast<char>(Byte);
      I += 2;
    } else {
      Name += Field[I];
    }
  }
  return Name;
}
} // namespace mlgo
