// At which level a module is compiled
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A corpus is built once, at -Oz. What clang's front end writes at -Os, or
// without unwind tables, differs in attributes alone, so that one corpus serves
// all settings.

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>
#include <string_view>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {
/// A level of clang's, or the one that a module was built at.
enum class CodeLevel : uint8_t { AsBuilt, Oz, Os, O2, O3 };

/// How modules are compiled.
struct CodeSetting {
  CodeLevel Level = CodeLevel::AsBuilt;
  /// Only functions that an exception may pass have unwind tables. False: as
  /// the module was built.
  bool DropsUnwindTables = false;
  /// An indexed profile, which is used as clang's -fprofile-use does; empty:
  /// none.
  std::string Profile = {};
  /// Nobody who decides sees the profile: only what is compiled is judged by
  /// it.
  bool HidesProfile = false;

  /// True if modules are the bitcode that was built.
  bool isAsBuilt() const {
    return Level == CodeLevel::AsBuilt && !DropsUnwindTables;
  }
  friend bool operator==(const CodeSetting &A, const CodeSetting &B) {
    return A.Level == B.Level && A.DropsUnwindTables == B.DropsUnwindTables &&
           A.Profile == B.Profile && A.HidesProfile == B.HidesProfile;
  }
};

template <typename ArchiveT> void serialize(ArchiveT &A, CodeSetting &S) {
  auto Level = static_cast<uint8_t>(S.Level);
  A(Level, S.DropsUnwindTables, S.Profile, S.HidesProfile);
  S.Level = Level <= static_cast<uint8_t>(CodeLevel::O3)
                ? static_cast<CodeLevel>(Level)
                : CodeLevel::AsBuilt;
}

/// The level as in "-Oz", without the hyphen; "built" for AsBuilt.
const char *nameOf(CodeLevel Level);

/// The level, then "-no-unwind-tables" if there are none; not the profile.
std::string formatCodeSetting(const CodeSetting &S);
/// The same of several, with commas between.
std::string formatCodeSettings(const std::vector<CodeSetting> &All);

/// Reads what nameOf writes, but for "built".
Result<CodeLevel> parseCodeLevel(std::string_view Text);

/// Reads what formatCodeSetting writes, of the levels "built", "Oz" and "Os":
/// policies are trained for these.
Result<CodeSetting> parseCodeSetting(std::string_view Text);
/// Reads a list; the one name "mixed" stands for Oz and Os, each with and
/// without unwind tables. None may be there twice.
Result<std::vector<CodeSetting>>
parseCodeSettings(const std::vector<std::string> &Names);

/// The level that \p M was built at, told by its functions: Oz if some have
/// minsize, Os if some have optsize alone, else O2, from which O3 cannot be
/// told. Oz for a module without functions.
CodeLevel getBuiltLevel(const llvm::Module &M);

/// Makes of \p M, which was built at some level and is not optimised yet, what
/// clang's front end would have written in the setting \p S. Returns the level
/// to run the pipeline at, never AsBuilt. A function that has minsize for its
/// own attribute in the source loses it at other levels than Oz, as nothing
/// tells it from the others then.
///
/// \p Path is the bitcode that \p M was read from: the command line beside it,
/// as corpora have it, tells O3 from O2. Empty: O2.
CodeLevel applyCodeSetting(llvm::Module &M, const CodeSetting &S,
                           const std::string &Path = "");

/// What a module was built for.
struct BuiltCode {
  CodeLevel Level = CodeLevel::Oz; ///< See getBuiltLevel.
  std::string Target; ///< As getTargetName has it, for example "x86-64".
  /// Those with a body: symbols, and what decisions about passes call them.
  std::vector<std::pair<std::string, std::string>> Functions;
};

/// Reads no more of the bitcode \p Path than that takes.
Result<BuiltCode> readBuiltCode(const std::string &Path);

/// Writes the bitcode \p From to the file \p To as it is in the setting \p S,
/// unless that is as it was built. Returns the level to compile it at.
Result<CodeLevel> writeInSetting(const std::string &From, const CodeSetting &S,
                                 const std::string &To);
} // namespace mlgo
