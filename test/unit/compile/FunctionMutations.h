// Changes of a function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <functional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace mlgo {

/// A change that can be seen in the code of a function. The result need not be
/// valid IR.
struct Mutation {
  std::string Kind;
  std::function<void()> apply;
};

/// All changes of \p F that are known here: of its instructions, of what it is
/// from outside, and of the global values that it refers to. Equal functions
/// have equal lists. Only one change can be applied to one function.
std::vector<Mutation> listMutations(llvm::Function &F);

/// A change of a module that no code of its functions can show.
struct NeutralChange {
  std::string Name;
  std::function<void(llvm::Module &)> apply;
};

std::vector<NeutralChange> listNeutralChanges();

} // namespace mlgo
