// Pieces of generated C++
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// An integer constant; INT64_MIN has no literal of its own.
std::string integerText(int64_t Value);

/// The exact value, in hexadecimal; zero is short because padding is full of
/// it. \p Value must be finite.
std::string floatText(float Value);

/// A string literal; \p Value must be a name that validate() accepts.
std::string stringText(const std::string &Value);

/// "  static constexpr <Type> <Name> = {{\n    a, b,\n ...}};\n", for a
/// std::array; lines are filled up to 80 columns.
std::string arrayText(const std::string &ElementType, const std::string &Name,
                      const std::vector<std::string> &Elements);

/// The same for a built-in array, which takes compilers less time. \p Elements
/// must not be empty.
std::string plainArrayText(const std::string &ElementType,
                           const std::string &Name,
                           const std::vector<std::string> &Elements);

/// The function scope() of all Traits.
std::string scopeText(const ModelScope &Scope);

/// The name of the header that has the dense layer of generated code for \p N:
/// a loop, if that is enough.
std::string denseHeader(const Network &N);

/// The members of the Table of AotNetwork.
std::string networkTableText(const Network &N);

/// True if AotTreeMasks can have the trees; else AotTrees has them.
bool fitsTreeMasks(const TreeEnsemble &E);

/// The members of the Table of AotTreeMasks.
std::string treeMaskTableText(const TreeEnsemble &E);

/// The members of the Table of AotTrees for a model with \p Inputs inputs.
/// Fails if the trees are too large for the tables.
Result<std::string> treeTableText(const TreeEnsemble &E, size_t Inputs);

/// The members of the Traits of AotGraphModel for \p M, which holds a graph.
/// Fails if a constant is not a number.
Result<std::string> graphTraitsText(const Model &M);
} // namespace mlgo
