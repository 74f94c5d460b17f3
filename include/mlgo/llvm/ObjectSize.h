//===- ObjectSize.h - What an object adds to a linked program ---*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_LLVM_OBJECTSIZE_H
#define MLGO_LLVM_OBJECTSIZE_H

#include "mlgo/support/Result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace mlgo {

/// Bytes by COMDAT group: of what is loaded and not written (code, read-only
/// data, unwind tables), which is the "text" of Berkeley size. Unwind entries
/// count with the function they describe, as a linker drops both together. The
/// empty name stands for all that is in no group, which every linked program
/// keeps; a group is kept once for all objects that have it.
using ObjectSize = std::map<std::string, uint64_t, std::less<>>;

/// Measures an x86-64 or AArch64 ELF object (little-endian, 64 bits).
Result<ObjectSize> measureObject(std::string_view Object);

/// In how many objects of a program each COMDAT group occurs.
using GroupCounts = std::map<std::string, uint32_t, std::less<>>;

/// Adds the groups of one more object.
void countGroups(const ObjectSize &Object, GroupCounts &Counts);

/// The share of \p Object in the linked program: a group counts 1 / the number
/// of objects which emit it.
double linkedShare(const ObjectSize &Object, const GroupCounts &Counts);

} // namespace mlgo

#endif // MLGO_LLVM_OBJECTSIZE_H
