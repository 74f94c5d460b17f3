// Which modules make which program
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// programs.json lies beside corpus_description.json, which other tools read and
// which therefore has no key of ours:
//
//   {"programs": [{"name": "luac", "language": "C",      or "C++"
//                  "link": [ITEM...],
//                  "lto_link": [ITEM...]}]}        only of whole programs
//
// An ITEM, in the order of the link line, is one of
//
//   {"module": "src/luac.o"}       a module of the corpus
//   {"object": "extra/start.o"}    an object without bitcode, kept in the
//   corpus
//   {"archive": [ITEM...]}         modules and objects, each linked only if
//                                  something refers to it
//   {"flag": "-lm"}                an argument for the linking compiler, or the
//                                  absolute path of a library of the system

#pragma once

#include "corpus/CorpusDescription.h"
#include <functional>

namespace mlgo {
inline constexpr const char *CorpusProgramsFile = "programs.json";

/// What the programs of a corpus execute in their workloads, as llvm-profdata
/// merges it; where that was recorded.
inline constexpr const char *CorpusProfileFile = "workload.profdata";

/// Where the corpus in the folder \p Corpus has it, if it does.
inline std::string profilePathIn(const std::string &Corpus) {
  return Corpus + "/" + CorpusProfileFile;
}

/// One input of a link. See the top of this file.
struct LinkItem {
  enum KindType { Module, Object, Archive, Flag };
  KindType Kind = Module;
  std::string Text;              ///< All but archives: name, path or argument.
  std::vector<LinkItem> Members; ///< What an archive has: modules and objects.
};

/// How one program is linked.
struct CorpusProgram {
  std::string Name;
  bool IsCxx = false; ///< Linked with clang++.
  std::vector<LinkItem> Link;
  /// How full LTO links a program merged to one module, with bitcode as objects
  /// in place of modules. Empty for other programs.
  std::vector<LinkItem> LTOLink;
};

/// True for the arguments that may stand in a link: libraries and where to find
/// them, and what is passed to the linker; nothing that writes another file,
/// loads a plugin or runs a program, because corpora come from others.
bool isLinkFlag(std::string_view Argument);

/// Calls \p Visit for each module and object, archive members included.
void forEachInput(const CorpusProgram &Program,
                  const std::function<void(const LinkItem &)> &Visit);

/// The modules of \p Program, in link order, each once.
std::vector<std::string> modulesOf(const CorpusProgram &Program);

/// Parses the file's text. Unknown keys, paths out of the corpus, flags that
/// are no link flags and programs of the same name are errors that say where.
Result<std::vector<CorpusProgram>> parseCorpusPrograms(std::string_view Text);

/// Reads \p Corpus/programs.json. Without that file, the corpus is one program
/// of all modules of \p Description, named after the folder (after its parent,
/// if the folder is called corpus). A module that \p Description has not is an
/// error.
Result<std::vector<CorpusProgram>>
readCorpusPrograms(const std::string &Corpus,
                   const CorpusDescription &Description);

/// One program of all modules; C++ if one of the .cmd files says so.
CorpusProgram programOfAllModules(const std::string &Corpus, std::string Name,
                                  const std::vector<std::string> &Modules);

/// Writes \p Corpus/programs.json, atomically.
Status writeCorpusPrograms(const std::string &Corpus,
                           const std::vector<CorpusProgram> &Programs);
} // namespace mlgo
