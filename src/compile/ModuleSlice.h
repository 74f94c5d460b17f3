// Compiles only some functions of a module
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trial compilation differs from one that is known in a few functions. These
// are the tools to leave the rest of the module out: of the optimiser, by
// skipping passes, and of code generation, by dropping bodies.

#pragma once

#include "link/LinkModel.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>

namespace llvm {
class Function;
class Module;
class PassInstrumentationCallbacks;
} // namespace llvm

namespace mlgo {
/// Decides on which functions passes run.
class PassFilter {
public:
  using FunctionSet = llvm::DenseSet<const llvm::Function *>;

  /// \p Callbacks must not outlive this.
  void registerCallbacks(llvm::PassInstrumentationCallbacks &Callbacks);

  /// From now on, function and loop passes run on members of \p Functions, and
  /// passes over strongly connected components where one is a member. Module
  /// passes always run.
  void restrictTo(FunctionSet Functions) { Chosen = std::move(Functions); }
  void restrictToNothing() { Chosen.emplace(); }
  bool isRestricted() const { return Chosen.has_value(); }
  const FunctionSet &functions() const { return *Chosen; }

  /// Is told, right after it ran, that the inliner is done with the module.
  std::function<void(llvm::Module &)> OnInlinerDone;

  /// \name Only in the linker's pipeline of full LTO, which has no place there
  /// for a plugin's passes. May be empty.
  /// @{
  /// After the last pass that changes functions for what it sees of others.
  std::function<void()> OnArgumentsPromoted;
  /// Attributes are inferred; from here on functions are compiled by
  /// themselves.
  std::function<void()> OnAttributesInferred;
  /// @}

private:
  bool IsInlinerDone = false;
  std::optional<FunctionSet> Chosen;
};

/// Functions that were put into a section by name share a unit with others
/// there, so they are compiled together or not at all.
bool sharesItsUnit(const llvm::Function &F);

/// Makes declarations of all functions but \p Kept. What was local becomes
/// hidden, so that code which refers to it stays the same. Returns the names of
/// these functions and aliases, which the object will refer to as if they were
/// another object's, each with the unit that it is in.
std::map<std::string, std::string>
dropOtherBodies(llvm::Module &M, const PassFilter::FunctionSet &Kept);

/// Makes references to \p Locals, from dropOtherBodies, local again.
void restoreLocalUses(ObjectUnits &Units,
                      const std::map<std::string, std::string> &Locals);

/// Takes functions with their data out of an object's units.
class UnitSelector {
public:
  /// \p Units must outlive this. \p IsCode tells the names of functions'
  /// units.
  UnitSelector(const ObjectUnits &Units,
               std::function<bool(const std::string &)> IsCode);

  /// The units named in \p Names and the data they lead to without passing
  /// through other functions.
  ObjectUnits select(std::vector<std::string> Names) const;

private:
  const ObjectUnits &Units;
  const std::function<bool(const std::string &)> IsCode;
  std::unordered_map<std::string, std::string> UnitOfSymbol;
};

/// A module of declarations that carries the attributes of all functions of
/// \p M, as bitcode.
std::string saveAttributes(const llvm::Module &M);
} // namespace mlgo
