// Where the plugins are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/PluginFile.h"
#include "support/ShortNames.h"
#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace mlgo {
/// \p Plugin under the name with a hash that is beside it, if there is one.
static std::string preferHashed(const fs::path &Plugin) {
  const std::string Start = Plugin.stem().string() + "-";
  std::error_code EC;
  for (const auto &File : fs::directory_iterator(Plugin.parent_path(), EC)) {
    const std::string Name = File.path().filename().string();
    if (Name.compare(0, Start.size(), Start) == 0 &&
        fs::equivalent(File.path(), Plugin, EC))
      return File.path().string();
  }
  return Plugin.string();
}

static bool isWord(const std::string &Text) {
  return Text.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789+,-./:@_") == std::string::npos;
}

std::string cacheFolder() {
  if (const char *Cache = std::getenv("XDG_CACHE_HOME"); Cache && *Cache)
    return std::string(Cache) + "/mlgo";
  const char *Home = std::getenv("HOME");
  return std::string(Home && *Home ? Home : "/tmp") + "/.cache/mlgo";
}

Result<std::string> findPlugin(const std::string &Name) {
  std::error_code EC;
  const fs::path Self = fs::read_symlink("/proc/self/exe", EC).parent_path();
  const fs::path Installed = (Self / ".." / MLGO_PLUGIN_DIR).lexically_normal();
  std::vector<fs::path> Folders = {Installed};
  for (const auto &Built : fs::directory_iterator(Self / "../../passes", EC))
    Folders.push_back(Built.path());
  for (const fs::path &Folder : Folders) {
    const fs::path Plugin = (Folder / Name).lexically_normal();
    if (fs::exists(Plugin, EC))
      return preferHashed(Plugin);
  }
  const std::string Target = fs::path(Name).stem();
  return Error(Name + ": not found in " +
               (Folders.size() > 1 ? "the build tree of " : "") +
               (Folders.size() > 1 ? Self : Installed).string() + "; " +
               (Folders.size() > 1
                    ? ""
                    : "install the package mlgo-plugin-" +
                          Target.substr(Target.rfind('-') + 1) + ", or ") +
               "build the target " + Target +
               (Folders.size() > 1 ? "" : " and install again"));
}

bool hasOurPlugin(const std::vector<std::string> &Plugins) {
  return std::any_of(
      Plugins.begin(), Plugins.end(), [](const std::string &Plugin) {
        return fs::path(Plugin).filename().string().rfind("MLGO", 0) == 0;
      });
}

Status checkHasNoBlank(const std::string &Folder, const char *Option) {
  if (Folder.find_first_of(" \t\n") == Folder.npos)
    return Success();
  return Error(Folder +
               ": has a blank, where make and clang would split it; "
               "expected a folder without (" +
               Option + ")");
}

Result<std::string> nameAsWord(const std::string &File) {
  if (isWord(File))
    return File;
  const fs::path Folder = cacheFolder();
  const fs::path Link = Folder / fs::path(File).filename();
  if (!isWord(Link.string()))
    return Error(File + ": the shell would split this path, and " +
                 Folder.string() +
                 " for a link to it, too; set XDG_CACHE_HOME to a folder "
                 "without spaces, or use mlgo-clang");
  // Others may be making the same link.
  const fs::path Staged =
      Folder / ("." + Link.filename().string() + std::to_string(::getpid()));
  std::error_code EC;
  fs::create_directories(Folder, EC);
  if (!EC)
    fs::create_symlink(File, Staged, EC);
  if (!EC)
    fs::rename(Staged, Link, EC);
  if (EC)
    return Error(Link.string() + ": cannot make a link to " + File + ": " +
                 EC.message());
  return Link.string();
}

std::vector<std::string> listLinkFlags(const std::string &Plugin) {
  return {"-Wl,--load-pass-plugin=" + Plugin,
          "-Wl,-mllvm,-filter-print-funcs=" +
              std::filesystem::path(Plugin).stem().string()};
}

Result<SmallestFlags> listSmallestFlags(unsigned Major) {
  const std::string Number = std::to_string(Major);
  const fs::path Plugin = MLGO_TRY(findPlugin("MLGO-" + Number + ".so"));
  const fs::path Linker = Plugin.parent_path() / ("mlgo-ld-" + Number);
  if (!fs::exists(Linker))
    return Error(Linker.string() +
                 ": no such file, expected what --smallest "
                 "links with; build the target MLGO-" +
                 Number);
  SmallestFlags Flags;
  std::istringstream Sections(MLGO_SMALLEST_SECTIONS);
  for (std::string Flag; Sections >> Flag;)
    Flags.Compile.push_back(Flag);
  Flags.Link = {"-fuse-ld=lld",
                "--ld-path=" + MLGO_TRY(nameAsWord(Linker.string()))};
  return Flags;
}

const char *describeSmallestPrice() { return MLGO_SMALLEST_NOTICE; }
} // namespace mlgo
