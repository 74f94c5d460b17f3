// Where the plugins are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <vector>

namespace mlgo {
/// The plugin \p Name (a file `<name>-<LLVM major>.so`): beside this program as
/// installed, or in the build tree that it was built in. Where it has a name
/// with a hash of its contents, too, that name: caches of compilers look at
/// names alone. The error says what to build.
Result<std::string> findPlugin(const std::string &Name);

/// Whether one of the files \p Plugins is called as ours are.
bool hasOurPlugin(const std::vector<std::string> &Plugins);

/// The user's cache folder, as the XDG base directory specification says.
std::string cacheFolder();

/// A path to \p File that stays one word in a shell and in make: itself, or a
/// link in the user's cache folder. An error if the cache folder's name is no
/// word either, or cannot be written.
Result<std::string> nameAsWord(const std::string &File);

/// An error if \p Folder, of compilers and their files, has a blank, where make
/// and clang would split it. \p Option says where it may be else.
Status checkHasNoBlank(const std::string &Folder, const char *Option);

/// What clang passes to an lld that is to load \p Plugin, one argument each.
/// lld's cache of ThinLTO knows of no plugins, but of options of LLVM's: one
/// that does nothing else has the plugin's name.
std::vector<std::string> listLinkFlags(const std::string &Plugin);

/// What --smallest adds for clang of \p Major, but the level and options of
/// plugins.
struct SmallestFlags {
  std::vector<std::string> Compile;
  std::vector<std::string> Link; ///< A linker that adds the rest.
};
Result<SmallestFlags> listSmallestFlags(unsigned Major);

/// What a program gives up that is built with --smallest, a line.
const char *describeSmallestPrice();
} // namespace mlgo
