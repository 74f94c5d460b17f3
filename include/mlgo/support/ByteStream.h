// Values as bytes, for pipes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlgo {
/// Appends values to a string of bytes; ByteReader reads them back in the same
/// order. For messages between processes of one machine, not for files.
class ByteWriter {
public:
  void number(uint64_t Value) {
    for (; Value >= 0x80; Value >>= 7)
      Bytes += static_cast<char>(Value | 0x80);
    Bytes += static_cast<char>(Value);
  }

  void string(std::string_view Text) {
    number(Text.size());
    Bytes += Text;
  }

  void strings(const std::vector<std::string> &Texts) {
    number(Texts.size());
    for (const std::string &Text : Texts)
      string(Text);
  }

  std::string take() { return std::move(Bytes); }

private:
  std::string Bytes;
};

/// Reads what a ByteWriter wrote. After a value that is not there, ok() is
/// false and every further value 0 or empty.
class ByteReader {
public:
  explicit ByteReader(std::string_view Bytes) : Bytes(Bytes) {}

  bool ok() const { return IsOk; }
  /// True if all was read, and nothing was missing.
  bool atEnd() const { return IsOk && Bytes.empty(); }

  uint64_t number() {
    uint64_t Value = 0;
    for (unsigned Shift = 0; Shift < 64 && !Bytes.empty(); Shift += 7) {
      const auto Byte = static_cast<unsigned char>(Bytes.front());
      Bytes.remove_prefix(1);
      Value |= uint64_t(Byte & 0x7f) << Shift;
      if (Byte < 0x80)
        return Value;
    }
    fail();
    return 0;
  }

  /// A number of elements, each of which takes at least a byte.
  uint64_t count() {
    const uint64_t Count = number();
    if (Count <= Bytes.size())
      return Count;
    fail();
    return 0;
  }

  std::string string() {
    const uint64_t Size = count();
    std::string Text(Bytes.substr(0, Size));
    Bytes.remove_prefix(Size);
    return Text;
  }

  std::vector<std::string> strings() {
    std::vector<std::string> Texts(count());
    for (std::string &Text : Texts)
      Text = string();
    return Texts;
  }

private:
  void fail() {
    IsOk = false;
    Bytes = {};
  }

  std::string_view Bytes;
  bool IsOk = true;
};
} // namespace mlgo
