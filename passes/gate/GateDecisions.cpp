// Decisions about passes in a file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateDecisions.h"
#include "mlgo/support/File.h"
#include "runner/DecisionFields.h"
#include <charconv>

namespace mlgo {
constexpr std::string_view Header = "# mlgo-gate-decisions 1";

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
  MLGO_TRY(readDecisions(
      Text, Header, "gate decisions",
      [](std::string_view Line) {
        return foundInstead("header", Line,
                            ("'" + std::string(Header) + "'").c_str());
      },
      [&](std::string_view Line) { return Decisions.parseLine(Line); }));
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

bool GateDecisions::hasLineOf(std::string_view Function, size_t Pass,
                              uint32_t Occurrence) const {
  const auto Found = Functions.find(Function);
  return Found != Functions.end() && Found->second.count({Pass, Occurrence});
}

std::string GateDecisions::header() { return std::string(Header) + "\n"; }

std::string GateDecisions::formatLine(std::string_view Function, size_t Pass,
                                      uint32_t Occurrence, bool Run) {
  std::string Line = Run ? "1\t" : "0\t";
  Line.append(Function).append("\t").append(GatePassNames[Pass]);
  return Line + "\t" + std::to_string(Occurrence) + "\n";
}
} // namespace mlgo
