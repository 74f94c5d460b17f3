// Corpora as programs to be measured
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "corpus/CorpusPrograms.h"
#include "link/LinkModel.h"

namespace mlgo {
/// One object of a program, in the order of the link line.
struct ProgramObject {
  /// By number; none if the object is not compiled by us.
  std::optional<size_t> Module;
  ObjectUnits Units;   ///< What an object has that is not compiled by us.
  bool IsLazy = false; ///< Member of an archive.
};

/// A program whose size counts.
struct MeasuredProgram {
  std::string Package, Name;
  bool IsCxx = false;
  std::vector<std::string> Roots = {"main"}; ///< See LinkModel.
  ExportedSymbols Exports;                   ///< See LinkModel.
  std::vector<ProgramObject> Objects;
  /// Where it comes from and how it is linked, for those who really link it.
  std::string Corpus;
  CorpusProgram Link;
};

/// The modules of some corpora, and the programs they are linked to.
struct MeasuredCorpus {
  std::vector<std::string> Paths;   ///< Bitcode files.
  std::vector<std::string> Modules; ///< Names, as corpora list them.
  std::vector<MeasuredProgram> Programs;
  std::vector<std::string> Failures; ///< What could not be read, and why.
};

/// What to take of a corpus.
struct CorpusSelection {
  /// Folders with corpus_description.json, or whose subfolders NAME/corpus or
  /// NAME have one.
  std::vector<std::string> Folders;
  std::vector<std::string> Packages; ///< Empty: all.
  std::vector<std::string> Programs; ///< Empty: all.
  std::vector<std::string> Modules; ///< Empty: all. A part of the name will do.
  /// Measure all modules of a corpus as one library, of which everything that
  /// is visible is kept, instead of its programs.
  bool AsLibrary = false;
};

/// The corpora at or right below each of \p Folders, sorted within it. A folder
/// without any is an error.
Result<std::vector<std::string>>
findCorpora(const std::vector<std::string> &Folders);

/// The profile that the one corpus of \p Selection has. None, or several
/// corpora, are an error.
Result<std::string> findOwnProfile(const CorpusSelection &Selection);

/// The profile of the corpus in the folder \p Corpus.
Result<std::string> profileOf(const std::string &Corpus);

/// Reads descriptions and objects, no bitcode. Fails if nothing is left.
Result<MeasuredCorpus> loadMeasuredCorpus(const CorpusSelection &Selection);
} // namespace mlgo
