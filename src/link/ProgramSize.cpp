// What a linked program's bytes are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/ProgramSize.h"

#include "link/Compression.h"
#include "support/ChildProcess.h"
#include "support/Text.h"

#include <charconv>
#include <sstream>
#include <tuple>

namespace mlgo {
namespace {

constexpr size_t MaxProgramBytes = size_t(1) << 30;

bool isCode(std::string_view Name) {
  for (const char *Start : {".text", ".init", ".fini", ".plt", ".iplt"})
    if (Name == Start || startsWith(Name, std::string(Start) + "."))
      return true;
  return Name == "CODE";
}

bool isUnwind(std::string_view Name) {
  for (const char *Start : {".eh_frame", ".gcc_except_table", ".ARM.ex"})
    if (startsWith(Name, Start))
      return true;
  return false;
}

/// WebAssembly's own sections are named in capitals by LLVM's tools; custom
/// ones have names of any other kind.
bool isWasmSection(std::string_view Name) {
  for (char C : Name)
    if (C < 'A' || C > 'Z')
      return false;
  return !Name.empty();
}

/// What the tool prints about \p Program.
Result<std::string> runTool(const std::string &Tool, unsigned Major,
                            std::vector<std::string> Arguments,
                            const std::string &Program) {
  ChildCommand Command;
  Command.Arguments = {Tool + "-" + std::to_string(Major)};
  Command.Arguments.insert(Command.Arguments.end(), Arguments.begin(),
                           Arguments.end());
  Command.Arguments.push_back(Program);
  Command.DeadlineSeconds = 60;
  Command.MaxOutputBytes = MaxProgramBytes;
  Result<ChildOutcome> Outcome = runChild(Command);
  if (!Outcome)
    return Outcome.error();
  if (Outcome->ExitCode != 0)
    return Error(Program + ": cannot measure: " + Command.Arguments[0] +
                 " said '" + Outcome->ErrorOutput.substr(0, 200) + "'");
  return Outcome->Output;
}

/// The first number after the heading of `llvm-size`.
Result<uint64_t> berkeleyText(const std::string &Said,
                              const std::string &Program) {
  const size_t Begin = Said.find_first_not_of(" \t", Said.find('\n') + 1);
  uint64_t Bytes = 0;
  if (Begin == Said.npos ||
      std::from_chars(&Said[Begin], Said.data() + Said.size(), Bytes).ec !=
          std::errc())
    return Error(Program + ": cannot measure: llvm-size said '" +
                 Said.substr(0, 200) + "'");
  return Bytes;
}

Status compress(const std::string &Program, unsigned Major, ProgramSize &Size) {
  const std::string Bytes = MLGO_TRY(
      runTool("llvm-strip", Major, {"--strip-all", "-o", "-"}, Program));
  Result<uint64_t> Xz = measureXz(Bytes), Gzip = measureGzip(Bytes);
  if (!Xz || !Gzip)
    return Xz ? Gzip.error() : Xz.error();
  Size.Xz = *Xz;
  Size.Gzip = *Gzip;
  return Success();
}

} // namespace

bool ProgramSize::operator==(const ProgramSize &Other) const {
  return std::tie(Text, Code, ReadOnly, Unwind, Xz, Gzip) ==
         std::tie(Other.Text, Other.Code, Other.ReadOnly, Other.Unwind,
                  Other.Xz, Other.Gzip);
}

const std::vector<SizeColumn> &listSizeColumns() {
  static const std::vector<SizeColumn> Columns = {
      {"code", "code", &ProgramSize::Code, false},
      {"rodata", "read-only", &ProgramSize::ReadOnly, false},
      {"unwind", "unwind", &ProgramSize::Unwind, false},
      {"xz", "xz", &ProgramSize::Xz, true},
      {"gzip", "gzip", &ProgramSize::Gzip, true}};
  return Columns;
}

Result<std::vector<SizeColumn>> parseSizeColumns(const std::string &List) {
  std::vector<SizeColumn> Columns;
  std::istringstream In(List);
  for (std::string Word; std::getline(In, Word, ',');) {
    const size_t Before = Columns.size();
    for (const SizeColumn &Known : listSizeColumns())
      if (Word == Known.Name)
        Columns.push_back(Known);
    if (Columns.size() == Before)
      return Error("column '" + Word +
                   "' is unknown, expected code, rodata, unwind, xz or gzip");
  }
  return Columns;
}

ProgramSize sumSections(std::string_view Sections, uint64_t Text) {
  ProgramSize Size;
  uint64_t Wasm = 0;
  std::istringstream In{std::string(Sections)};
  for (std::string Line; std::getline(In, Line);) {
    std::istringstream Words(Line);
    std::string Name;
    uint64_t Bytes = 0;
    if (!(Words >> Name >> Bytes))
      continue;
    if (isCode(Name))
      Size.Code += Bytes;
    if (isUnwind(Name))
      Size.Unwind += Bytes;
    if (isWasmSection(Name))
      Wasm += Bytes;
  }
  Size.Text = Wasm ? Wasm : Text;
  const uint64_t Known = Size.Code + Size.Unwind;
  Size.ReadOnly = Size.Text > Known ? Size.Text - Known : 0;
  return Size;
}

Result<ProgramSize> measureProgram(const std::string &Program, unsigned Major,
                                   bool Compress) {
  Result<std::string> Berkeley = runTool("llvm-size", Major, {}, Program);
  if (!Berkeley)
    return Berkeley.error();
  Result<uint64_t> Text = berkeleyText(*Berkeley, Program);
  if (!Text)
    return Text.error();
  Result<std::string> Sections = runTool("llvm-size", Major, {"-A"}, Program);
  if (!Sections)
    return Sections.error();
  ProgramSize Size = sumSections(*Sections, *Text);
  if (Compress)
    if (Status Done = compress(Program, Major, Size); !Done)
      return Done.error();
  return Size;
}

} // namespace mlgo
