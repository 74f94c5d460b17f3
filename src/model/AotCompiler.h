// Policies as C++ headers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// The text of a C++17 header that defines the class \p ClassName, in the
/// global namespace: \p M as constants and a default-constructible class with
/// the functions of AotModel. It includes headers of mlgo::headers only, needs
/// no allocation, exceptions or RTTI, may be included in many translation
/// units, and gives the answers of LoadedModel, bit for bit.
///
/// The same text for the same arguments on every machine. Fails if validate()
/// refuses \p M or if \p ClassName is no identifier that C++ leaves to users.
Result<std::string> compileModelToHeader(const Model &M,
                                         const std::string &ClassName);
} // namespace mlgo
