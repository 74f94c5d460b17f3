// Pages as templates that are filled in
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Template.h"
#include "report/HTMLText.h"
#include <cassert>
#include <vector>

namespace mlgo {
namespace {
bool isThere(const OrderedJSON &Value) {
  return !Value.is_null() && Value != false && Value != "" &&
         !(Value.is_array() && Value.empty());
}

class Filler {
public:
  Filler(std::string_view Text, const OrderedJSON &Data)
      : Text(Text), Around{&Data} {}

  /// Up to the end of the section that begins at \p At, or of all.
  size_t fill(size_t At, bool IsShown) {
    while (true) {
      const size_t Tag = Text.find("{{", At);
      if (IsShown)
        Out += Text.substr(At, Tag == Text.npos ? Tag : Tag - At);
      if (Tag == Text.npos)
        return Tag;
      const bool IsRaw = Text.substr(Tag, 3) == "{{{";
      const size_t End = Text.find(IsRaw ? "}}}" : "}}", Tag);
      assert(End != Text.npos && "a tag is not closed");
      const char Kind = IsRaw ? '{' : Text[Tag + 2];
      const bool IsName = Kind != '#' && Kind != '^' && Kind != '/';
      const size_t Begin = Tag + (IsName && !IsRaw ? 2 : 3);
      const std::string Name(Text.substr(Begin, End - Begin));
      At = End + (IsRaw ? 3 : 2);
      // A section's tag alone on its line takes the line with it.
      if (!IsName && (Tag == 0 || Text[Tag - 1] == '\n') &&
          Text.substr(At, 1) == "\n")
        ++At;
      if (Kind == '/')
        return At;
      if (IsName && IsShown)
        print(find(Name), IsRaw);
      else if (!IsName)
        At = fillSection(find(Name), At, Kind == '#', IsShown);
    }
  }

  std::string Out;

private:
  const OrderedJSON &find(const std::string &Name) const {
    static const OrderedJSON Nothing;
    if (Name == ".")
      return *Around.back();
    for (auto Inner = Around.rbegin(); Inner != Around.rend(); ++Inner)
      if ((*Inner)->is_object())
        if (const auto Found = (*Inner)->find(Name); Found != (*Inner)->end())
          return *Found;
    return Nothing;
  }

  void print(const OrderedJSON &Value, bool IsRaw) {
    if (Value.is_string()) {
      const std::string &Words = Value.get_ref<const std::string &>();
      Out += IsRaw ? Words : escapeHTML(Words);
    }
  }

  size_t fillSection(const OrderedJSON &Value, size_t At, bool WantsIt,
                     bool IsShown) {
    if (!IsShown || isThere(Value) != WantsIt)
      return fill(At, false);
    if (!WantsIt)
      return fill(At, true);
    size_t End = At;
    const auto Once = [&](const OrderedJSON &Inner) {
      Around.push_back(&Inner);
      End = fill(At, true);
      Around.pop_back();
    };
    if (!Value.is_array())
      Once(Value);
    else
      for (const OrderedJSON &Element : Value)
        Once(Element);
    return End;
  }

  const std::string_view Text;
  std::vector<const OrderedJSON *> Around;
};
} // namespace

std::string fillTemplate(std::string_view Text, const OrderedJSON &Data) {
  Filler F(Text, Data);
  F.fill(0, true);
  return std::move(F.Out);
}
} // namespace mlgo
