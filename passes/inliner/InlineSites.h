// Names of call sites that last
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "CallPlace.h"
#include "runner/InlineDecisions.h"
#include "llvm/ADT/StringMap.h"

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace mlgo {
/// Names the call sites of one module so that the same site has the same name
/// in the next compilation, with or without debug information, after edits
/// elsewhere in the program and under other decisions.
///
/// Before anything is inlined, every call is marked with a path, `callee#n`:
/// the n-th call of that callee in its function, from 0. When a call is
/// replaced with its callee's body, the calls in the copy are marked with the
/// replaced call's path, a slash, and their own: `a#0/b#1`. Copies that an
/// optimisation makes of one call before it is decided share the name; a
/// second call that is found with a name that was given already gets `~1`; a
/// call that lost its mark gets `?callee`. Marks are metadata, which no pass
/// looks at, and are taken away at the end. A profile is read after an inliner
/// that runs before all others; so that calls have the same names with a
/// profile and without one, marks of a first run are kept for the next.
///
/// Functions have their symbol's name, but for what compilers number over a
/// whole file and edits elsewhere would change: closures (`$_5` of the Itanium
/// C++ ABI) are numbered within what the rest of their name says.
class InlineSites {
public:
  /// What \p KeepsMarks leaves, the next goes on with.
  explicit InlineSites(llvm::Module &M, bool KeepsMarks = false);
  ~InlineSites();
  InlineSites(const InlineSites &) = delete;
  InlineSites &operator=(const InlineSites &) = delete;

  /// The name of \p CB, which is a direct call. The same call keeps its name.
  InlineSiteName getName(llvm::CallBase &CB);

  /// Tells that the site \p Path at \p Place of \p Caller was replaced with
  /// its callee.
  void onInlined(const llvm::Function &Caller, const std::string &Path,
                 const CallPlace &Place);

  /// The name of \p F as a caller in InlineSiteName.
  std::string getCallerName(const llvm::Function &F) const;

private:
  void mark(llvm::CallBase &CB, llvm::StringRef Path, bool IsGiven);
  void numberClosures();
  std::string getFunctionName(const llvm::Function &F) const;
  /// The callee's part of a path; indirect calls may become direct ones.
  std::string getCalleeName(const llvm::CallBase &CB) const;

  bool isMarked() const;

  llvm::Module &M;
  const bool KeepsMarks;
  const unsigned Kind; ///< Our metadata: owner, path, whether given.
  llvm::StringMap<unsigned> Given;         ///< Names by caller and path.
  llvm::StringMap<std::string> Renumbered; ///< Lasting names by symbol.
};
} // namespace mlgo
