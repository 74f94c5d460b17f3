// What a linked program's bytes are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/ProgramSize.h"
#include "support/ChildProcess.h"
#include "support/Text.h"
#include <array>
#include <filesystem>
#include <lzma.h>
#include <sstream>
#include <tuple>
#include <zlib.h>

namespace mlgo {
constexpr size_t MaxProgramBytes = size_t(1) << 30;

static bool isCode(std::string_view Name) {
  for (const char *Start : {".text", ".init", ".fini", ".plt", ".iplt"})
    if (Name == Start || startsWith(Name, std::string(Start) + "."))
      return true;
  return Name == "CODE";
}

static bool isUnwind(std::string_view Name) {
  for (const char *Start : {".eh_frame", ".gcc_except_table", ".ARM.ex"})
    if (startsWith(Name, Start))
      return true;
  return false;
}

/// WebAssembly's own sections are named in capitals by LLVM's tools; custom
/// ones have names of any other kind.
static bool isWasmSection(std::string_view Name) {
  for (char C : Name)
    if (C < 'A' || C > 'Z')
      return false;
  return !Name.empty();
}

/// The length of \p Bytes as a file of xz's, at its default level.
static Result<uint64_t> measureXz(const std::string &Bytes) {
  std::string Packed(lzma_stream_buffer_bound(Bytes.size()), '\0');
  size_t Length = 0;
  const lzma_ret Done = lzma_easy_buffer_encode(
      LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64, nullptr,
      reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size(),
      reinterpret_cast<uint8_t *>(Packed.data()), &Length, Packed.size());
  if (Done != LZMA_OK)
    return Error("liblzma: cannot compress, code " + std::to_string(Done));
  return Length;
}

/// The length of \p Bytes as a file of gzip's, at level 9 and without a name.
static Result<uint64_t> measureGzip(const std::string &Bytes) {
  constexpr int GzipWindowBits = 15 + 16, MemoryLevel = 8;
  z_stream Stream = {};
  if (deflateInit2(&Stream, Z_BEST_COMPRESSION, Z_DEFLATED, GzipWindowBits,
                   MemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
    return Error("zlib: cannot begin to compress");
  std::string Packed(deflateBound(&Stream, Bytes.size()), '\0');
  Stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Bytes.data()));
  Stream.avail_in = static_cast<uInt>(Bytes.size());
  Stream.next_out = reinterpret_cast<Bytef *>(Packed.data());
  Stream.avail_out = static_cast<uInt>(Packed.size());
  const int Done = deflate(&Stream, Z_FINISH);
  const uint64_t Length = Stream.total_out;
  deflateEnd(&Stream);
  if (Done != Z_STREAM_END)
    return Error("zlib: cannot compress, code " + std::to_string(Done));
  return Length;
}

/// What the tool prints about \p Program.
static Result<std::string> runTool(const std::string &Tool, unsigned Major,
                                   std::vector<std::string> Arguments,
                                   const std::string &Program) {
  ChildCommand Command;
  Command.Arguments = {Tool + "-" + std::to_string(Major)};
  Command.Arguments.insert(Command.Arguments.end(), Arguments.begin(),
                           Arguments.end());
  Command.Arguments.push_back(Program);
  Command.DeadlineSeconds = 60;
  Command.MaxOutputBytes = MaxProgramBytes;
  ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode != 0)
    return Error(Program + ": cannot measure: " + Command.Arguments[0] +
                 " said '" + Outcome.ErrorOutput.substr(0, 200) + "'");
  return Outcome.Output;
}

/// The numbers after the heading of `llvm-size`: text, data, bss.
static Result<std::array<uint64_t, 3>>
berkeleySizes(const std::string &Said, const std::string &Program) {
  std::istringstream Numbers(
      Said.substr(std::min(Said.find('\n'), Said.size())));
  std::array<uint64_t, 3> Bytes = {};
  if (!(Numbers >> Bytes[0] >> Bytes[1] >> Bytes[2]))
    return Error(Program + ": cannot measure: llvm-size said '" +
                 Said.substr(0, 200) + "'");
  return Bytes;
}

/// Says that headers are wrong where sections that are in the file cannot be:
/// sums of sizes near the end of what 64 bits hold look small.
static Status checkSections(const std::string &Program,
                            std::string_view Sections, uint64_t InFile) {
  constexpr uint64_t MaxBytes = uint64_t(1) << 48;
  std::error_code Failure;
  const uint64_t FileBytes = std::filesystem::file_size(Program, Failure);
  if (!Failure && InFile > FileBytes)
    return Error(Program + ": cannot measure: found " + std::to_string(InFile) +
                 " bytes in sections, expected at most the file's " +
                 std::to_string(FileBytes));
  std::istringstream In{std::string(Sections)};
  for (std::string Line; std::getline(In, Line);) {
    std::istringstream Words(Line);
    std::string Name;
    uint64_t Bytes = 0;
    if (Words >> Name >> Bytes && Bytes > MaxBytes && Name != "Total")
      return Error(Program + ": cannot measure: section " + Name + " has " +
                   std::to_string(Bytes) + " bytes, expected at most 2^48");
  }
  return Success();
}

static Status compress(const std::string &Program, unsigned Major,
                       ProgramSize &Size) {
  const std::string Bytes = MLGO_TRY(
      runTool("llvm-strip", Major, {"--strip-all", "-o", "-"}, Program));
  Size.Stripped = Bytes.size();
  Result<uint64_t> Xz = measureXz(Bytes), Gzip = measureGzip(Bytes);
  if (!Xz || !Gzip)
    return Xz ? Gzip.error() : Xz.error();
  Size.Xz = *Xz;
  Size.Gzip = *Gzip;
  return Success();
}

bool ProgramSize::operator==(const ProgramSize &Other) const {
  const auto All = [](const ProgramSize &S) {
    return std::tie(S.Text, S.Code, S.ReadOnly, S.Unwind, S.Data, S.Bss,
                    S.Stack, S.HasStack, S.File, S.Stripped, S.Xz, S.Gzip);
  };
  return All(*this) == All(Other);
}

const std::vector<SizeColumn> &listSizeColumns() {
  static const std::vector<SizeColumn> Columns = {
      {"total", "total", &ProgramSize::Text, false},
      {"code", "code", &ProgramSize::Code, false},
      {"rodata", "read-only", &ProgramSize::ReadOnly, false},
      {"unwind", "unwind", &ProgramSize::Unwind, false},
      {"data", "data", &ProgramSize::Data, false},
      {"bss", "bss", &ProgramSize::Bss, false},
      {"stack", "stack", &ProgramSize::Stack, false},
      {"file", "file", &ProgramSize::File, false},
      {"stripped", "stripped", &ProgramSize::Stripped, true},
      {"xz", "xz", &ProgramSize::Xz, true},
      {"gzip", "gzip", &ProgramSize::Gzip, true}};
  return Columns;
}

Result<SizeColumn> findSizeColumn(std::string_view Name) {
  std::string Known;
  for (const SizeColumn &Column : listSizeColumns()) {
    if (Name == Column.Name ||
        (Name == "tables" && Column.Bytes == &ProgramSize::Unwind))
      return Column;
    Known += (Known.empty() ? "" : ", ") + std::string(Column.Name);
  }
  return Error("column '" + std::string(Name) +
               "' is unknown, expected one of " + Known);
}

Result<std::vector<SizeColumn>> parseSizeColumns(const std::string &List) {
  std::vector<SizeColumn> Columns;
  std::istringstream In(List);
  for (std::string Word; std::getline(In, Word, ',');)
    Columns.push_back(MLGO_TRY(findSizeColumn(Word)));
  return Columns;
}

ProgramSize sumSections(std::string_view Sections, uint64_t Text, uint64_t Data,
                        uint64_t Bss) {
  ProgramSize Size;
  uint64_t Wasm = 0, Padding = 0;
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
    // lld fills a page with it.
    if (Name == ".relro_padding")
      Padding = Bytes;
    Size.HasStack |= Name == ".stack_sizes";
  }
  Size.Text = Wasm ? Wasm : Text;
  Size.Data = Wasm ? 0 : Data;
  Size.Bss = Wasm || Bss < Padding ? 0 : Bss - Padding;
  const uint64_t Known = Size.Code + Size.Unwind;
  Size.ReadOnly = Size.Text > Known ? Size.Text - Known : 0;
  return Size;
}

uint64_t largestFrame(std::string_view Sizes) {
  uint64_t Largest = 0;
  std::istringstream In{std::string(Sizes)};
  for (std::string Line; std::getline(In, Line);) {
    std::istringstream Words(Line);
    if (uint64_t Bytes = 0; Words >> Bytes)
      Largest = std::max(Largest, Bytes);
  }
  return Largest;
}

Result<ProgramSize> measureProgram(const std::string &Program, unsigned Major,
                                   bool Compress) {
  std::string Berkeley = MLGO_TRY(runTool("llvm-size", Major, {}, Program));
  const auto [Text, Data, Bss] = MLGO_TRY(berkeleySizes(Berkeley, Program));
  std::string Sections = MLGO_TRY(runTool("llvm-size", Major, {"-A"}, Program));
  MLGO_TRY(checkSections(Program, Sections, std::max(Text, Data)));
  ProgramSize Size = sumSections(Sections, Text, Data, Bss);
  std::error_code Failure;
  const uint64_t FileBytes = std::filesystem::file_size(Program, Failure);
  Size.File = Failure ? 0 : FileBytes;
  if (Size.HasStack)
    Size.Stack = largestFrame(
        MLGO_TRY(runTool("llvm-readelf", Major, {"--stack-sizes"}, Program)));
  if (Compress)
    MLGO_TRY(compress(Program, Major, Size));
  return Size;
}
} // namespace mlgo
