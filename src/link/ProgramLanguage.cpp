// Languages that programs are written in
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/ProgramLanguage.h"
#include "mlgo/support/File.h"
#include "support/Text.h"

namespace mlgo {
/// Whether \p Bytes have what rustc writes into .comment. Words without a
/// version are of programs that look for it, as this one.
static bool isSignedByRust(const std::string &Bytes) {
  const std::string Sign = "rustc version ";
  for (size_t At = 0; (At = Bytes.find(Sign, At)) != Bytes.npos;) {
    At += Sign.size();
    if (At < Bytes.size() && Bytes[At] >= '0' && Bytes[At] <= '9')
      return true;
  }
  return false;
}

ProgramLanguage findLanguage(const std::string &File) {
  const Result<std::string> Bytes = readFile(File);
  if (!Bytes)
    return ProgramLanguage::C;
  if (isSignedByRust(*Bytes))
    return ProgramLanguage::Rust;
  for (const char *Library : {"libstdc++.so", "libc++.so", "__gxx_personality"})
    if (Bytes->find(Library) != Bytes->npos)
      return ProgramLanguage::Cxx;
  return ProgramLanguage::C;
}
} // namespace mlgo
