//===- LinkNote.cpp - Who decides with LTO --------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkNote.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace mlgo {
namespace {

/// Autoconf, CMake and Meson compile such files to learn about the compiler,
/// and some of them take any word of it for a fault.
bool isProbe(StringRef File) {
  return File.contains("conftest") || File.contains("CMakeScratch") ||
         File.contains("CMakeCCompiler") || File.contains("CMakeCXXCompiler") ||
         File.contains("meson-private");
}

/// A name for the session that this process is of. Numbers of processes come
/// again, times of their starts do not.
std::string nameSession() {
  const std::string Leader = std::to_string(::getsid(0));
  std::ifstream Stat("/proc/" + Leader + "/stat");
  std::string Text;
  std::getline(Stat, Text);
  // Fields 3 to 22, after the program's name in parentheses.
  SmallVector<StringRef, 32> Fields;
  StringRef(Text).rsplit(')').second.split(Fields, ' ', -1, false);
  return Leader + "-" + (Fields.size() > 19 ? Fields[19].str() : "0");
}

/// True for one process of this session.
bool isFirstOfSession() {
  const char *Folder = std::getenv("XDG_RUNTIME_DIR");
  if (!Folder || !*Folder)
    Folder = std::getenv("TMPDIR");
  const std::string Mark = std::string(Folder && *Folder ? Folder : "/tmp") +
                           "/mlgo-link-note-" + std::to_string(::getuid()) +
                           "-" + nameSession();
  const int Descriptor =
      ::open(Mark.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (Descriptor < 0)
    return false;
  ::close(Descriptor);
  return true;
}

} // namespace

bool isBeforeLink(ThinOrFullLTOPhase Phase) {
  return Phase == ThinOrFullLTOPhase::ThinLTOPreLink ||
         Phase == ThinOrFullLTOPhase::FullLTOPreLink;
}

void noteLink(const Module &M) {
  if (isProbe(M.getModuleIdentifier()) || !isFirstOfSession())
    return;
  // clang drops a note that no warning precedes.
  errs() << "mlgo inline: note: with -flto the link decides, where lld loads "
            "the plugin, too: link with mlgo-clang -fuse-ld=lld, or pass what "
            "'mlgo flags --linker' prints\n";
}

} // namespace mlgo
