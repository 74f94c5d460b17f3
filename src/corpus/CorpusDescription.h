// corpus_description.json
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A corpus is a folder in the layout of LLVM's mlgo-utils, which
// ml-compiler-opt reads, too. corpus_description.json is an object:
//
//   "global_command_override": ["-O2"],  only if modules have no .cmd file: the
//                                        flags to compile them with; for local
//                                        ThinLTO ["<UNSPECIFIED>"]
//   "has_thinlto": false,                true: modules have NAME.thinlto.bc
//   "modules": ["src/a.o"]               relative to the folder, without .bc
//
// NAME.bc is a module, NAME.cmd its cc1 arguments, separated by zero bytes.
// Consumers know more keys; what is not known here is kept as it is.

#pragma once

#include "mlgo/support/Result.h"
#include "tensor/JSON.h"
#include <optional>
#include <vector>

namespace mlgo {
inline constexpr const char *CorpusDescriptionFile = "corpus_description.json";

/// Of a description of modules or programs.
inline constexpr size_t MaxFileBytes = size_t(256) << 20;

/// What corpus_description.json says. See the top of this file.
struct CorpusDescription {
  std::optional<std::vector<std::string>> GlobalCommandOverride;
  bool HasThinLTO = false;
  std::vector<std::string> Modules;
  /// All other keys, in the order of the file.
  OrderedJSON Others = OrderedJSON::object();
};

/// True if \p Path stays within the folder that it is relative to, whatever the
/// file system holds: not absolute, no "..", no "." and no empty component, no
/// zero byte.
bool isPathWithinCorpus(std::string_view Path);

/// Parses the file's text. Missing keys, values of another kind, modules that
/// are named twice or lead out of the corpus are errors that name them.
Result<CorpusDescription> parseCorpusDescription(std::string_view Text);

/// Reads \p Corpus/corpus_description.json.
Result<CorpusDescription> readCorpusDescription(const std::string &Corpus);

/// Writes \p Corpus/corpus_description.json, atomically.
Status writeCorpusDescription(const std::string &Corpus,
                              const CorpusDescription &Description);
} // namespace mlgo
