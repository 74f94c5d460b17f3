// Debian sources in a folder of ours
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "corpus/Recipe.h"
#include "support/ChildProcess.h"

namespace mlgo {
/// Downloads and unpacks Debian source packages with the machine's own mirrors
/// and keys, but with apt's state in a folder of ours: the machine's apt
/// configuration, lists and caches stay as they are. Needs no root.
class SourceFetcher {
public:
  /// Everything goes below \p Folder, an absolute path.
  explicit SourceFetcher(std::string Folder) : Folder(std::move(Folder)) {}

  /// The folder with the sources of \p R, Debian's patches applied. What an
  /// earlier call unpacked is used again; what it left half-done is redone. If
  /// no mirror has the files of the newest version, an older one is taken.
  Result<std::string> fetch(const Recipe &R);

private:
  Status updateIndex();
  Status download(const Recipe &R, const std::string &Into);
  Status downloadOther(const Recipe &R, const std::string &Into);
  Status unpack(const std::string &Into);
  ChildCommand apt(const char *Program,
                   std::vector<std::string> Arguments) const;

  std::string Folder;
};

/// Turns the text of one of apt's source lists into the same list of source
/// packages; \p IsStanzas tells `.sources` files from one-line `.list` files.
std::string toSourcePackageList(std::string_view Text, bool IsStanzas);
} // namespace mlgo
