// mlgo clean
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo clean

#include "build/FolderLock.h"
#include "build/PluginFile.h"
#include "support/ShortNames.h"
#include "tools/Commands.h"
#include <iostream>

namespace mlgo {
/// What comparisons keep for the next one. Links to plugins, which builds name,
/// stay.
constexpr const char *Kept[] = {"apt", "builds", "run", "sources"};

static uintmax_t countBytes(const fs::path &Folder) {
  uintmax_t Bytes = 0;
  std::error_code Failure;
  for (fs::recursive_directory_iterator I(Folder, Failure), E;
       !Failure && I != E; I.increment(Failure))
    if (std::error_code Unread; I->is_regular_file(Unread))
      if (const uintmax_t Size = I->file_size(Unread); !Unread)
        Bytes += Size;
  return Bytes;
}

static void clean() {
  const fs::path Cache = cacheFolder();
  std::error_code Failure;
  if (!fs::is_directory(Cache, Failure)) {
    std::cout << Cache.string() << ": there is nothing\n";
    return;
  }
  const FolderLock Lock(Cache.string());
  if (!Lock.isHeld())
    fail(Error(Cache.string() +
               ": a comparison works there, expected none while it is "
               "cleaned"));
  uintmax_t Bytes = 0;
  for (const char *Name : Kept) {
    Bytes += countBytes(Cache / Name);
    fs::remove_all(Cache / Name, Failure);
    if (Failure)
      fail(Error((Cache / Name).string() + ": " + Failure.message()));
  }
  std::cout << Cache.string() << ": deleted " << (Bytes + 500000) / 1000000
            << " MB\n";
}

void addCleanCommand(CLI::App &App) {
  CLI::App *Clean = App.add_subcommand(
      "clean",
      "Deletes the sources and builds of packages that mlgo compare keeps for\n"
      "the next time, in the user's cache folder.");
  Clean->footer("Example:\n  mlgo clean");
  Clean->callback(clean);
}
} // namespace mlgo
