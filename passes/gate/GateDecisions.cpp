// Decisions about passes in a file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateDecisions.h"
#include "mlgo/support/File.h"
#include "runner/DecisionFields.h"
#include <charconv>

namespace mlgo {

constexpr std::string_view Header = "# mlgo-gate-decisions 1";
constexpr std::string_view Magic = Header.substr(0, Header.size() - 1);

static Error foundInstead(const char *What, std::string_view Found,
                          const char *Expected) {
  return Error(std::string(What) + " is '" + std::string(Found.substr(0, 40)) +
               "', expected " + Expected);
}

Status GateDecisions::parseLine(std::string_view Line) {
  const std::string_view Run = takeField(Line);
  if (Run != "0" && Run != "1")
    return foundInstead("decision", Run, "0 or 1");
  const std::string_view Function = takeField(Line);
  if (Function.empty())
    return Error("has no function, expected decision, function, pass and "
                 "occurrence");
  const std::string_view Name = takeField(Line);
  const std::optional<size_t> Pass =
      Name == "*" ? std::optional<size_t>(AnyPass) : findGatePass(Name);
  if (!Pass)
    return foundInstead("pass", Name, "one that may be left out, or *");
  const std::string_view Number = takeField(Line);
  uint32_t Occurrence = AnyOccurrence;
  if (Number == "late") {
    Occurrence = LateOccurrence;
  } else if (Number != "*") {
    const auto [End, Fault] = std::from_chars(
        Number.data(), Number.data() + Number.size(), Occurrence);
    if (Fault != std::errc() || End != Number.data() + Number.size() ||
        Occurrence >= LateOccurrence)
      return foundInstead("occurrence", Number, "a number, late or *");
  }
  Functions[std::string(Function)][{*Pass, Occurrence}] = Run == "1";
  return Success();
}

Result<GateDecisions> GateDecisions::parse(std::string_view Text) {
  GateDecisions Decisions;
  bool IsOurs = false, WasOurs = false;
  for (size_t Number = 1; Number == 1 || !Text.empty(); ++Number) {
    const std::string Where = "gate decisions: line " + std::to_string(Number);
    const size_t End = Text.find('\n');
    const std::string_view Line = Text.substr(0, End);
    const bool IsNamedSo = Line.substr(0, Magic.size()) == Magic;
    if (Line == Header || (isDecisionsHeader(Line) && !IsNamedSo))
      IsOurs = IsNamedSo;
    else if (Number == 1 || IsNamedSo)
      return foundInstead("header", Line,
                          ("'" + std::string(Header) + "'").c_str())
          .in(Where);
    if (End == Text.npos)
      return Error("ends without a newline; the file is cut off").in(Where);
    Text = Text.substr(End + 1);
    WasOurs |= IsOurs;
    if (!IsOurs || Line.empty() || Line[0] == '#')
      continue;
    if (Status Parsed = Decisions.parseLine(Line); !Parsed)
      return Parsed.error().in(Where);
  }
  if (!WasOurs)
    return Error("gate decisions: only other decisions found, expected '" +
                 std::string(Header) + "'");
  return Decisions;
}

Result<GateDecisions> GateDecisions::read(const std::string &Path) {
  return parse(MLGO_TRY(readFile(Path))).in(Path);
}

std::optional<bool> GateDecisions::find(std::string_view Function, size_t Pass,
                                        uint32_t Occurrence,
                                        bool IsLate) const {
  for (const std::string_view Of : {Function, std::string_view("*")}) {
    const auto Found = Functions.find(Of);
    if (Found == Functions.end())
      continue;
    for (const size_t Named : {Pass, AnyPass})
      for (const uint32_t When : {Occurrence, LateOccurrence, AnyOccurrence})
        if (const auto Line = Found->second.find({Named, When});
            Line != Found->second.end() && (IsLate || When != LateOccurrence))
          return Line->second;
  }
  return std::nullopt;
}

std::string GateDecisions::header() { return std::string(Header) + "\n"; }

std::string GateDecisions::formatLine(std::string_view Function, size_t Pass,
                                      uint32_t Occurrence, bool Run) {
  std::string Line = Run ? "1\t" : "0\t";
  Line.append(Function).append("\t").append(GatePassNames[Pass]);
  return Line + "\t" + std::to_string(Occurrence) + "\n";
}

} // namespace mlgo
