// What IR says, as bytes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/GlobalValue.h"
#include <cstdint>
#include <unordered_map>

namespace llvm {
class APInt;
class AttributeList;
class AttributeSet;
class BasicBlock;
class Constant;
class LLVMContext;
class MDNode;
class Metadata;
class Type;
class Value;
} // namespace llvm

namespace mlgo {
/// Hashes of what many functions of one module share. Addresses are keys here
/// and are never hashed.
class ContentMemo {
public:
  uint64_t hashType(llvm::Type *T);
  uint64_t hashAttributes(llvm::AttributeList List);
  uint64_t hashAttributes(llvm::AttributeSet Set);

  /// Hashes the name of a kind of metadata; 0 for a kind that changes no code.
  uint64_t hashKind(unsigned Kind, llvm::LLVMContext &Context);

  /// Hashes the name. Values without one are told apart by their order.
  uint64_t hashIdentity(const llvm::GlobalValue &G);

  /// Hashes \p G, and all global values that code may reach from it through
  /// initialisers of constants, in the order in which they are reached.
  uint64_t hashReach(const llvm::GlobalValue &G);

  /// Counts the blocks before \p B in its function.
  uint64_t getPlace(const llvm::BasicBlock &B);

private:
  struct GlobalContent {
    uint64_t Hash = 0; ///< Other global values count by their identity here.
    llvm::SmallVector<const llvm::GlobalValue *, 0> LeadsTo;
  };

  const GlobalContent &getContent(const llvm::GlobalValue &G);

  llvm::DenseMap<const llvm::Type *, uint64_t> Types;
  llvm::DenseMap<const void *, uint64_t> Attributes;
  llvm::SmallVector<uint64_t, 64> Kinds;
  llvm::DenseMap<const llvm::GlobalValue *, uint64_t> Unnamed;
  llvm::DenseMap<const llvm::BasicBlock *, uint64_t> Places;
  llvm::DenseMap<const llvm::GlobalValue *, uint64_t> Reach;
  std::unordered_map<const llvm::GlobalValue *, GlobalContent> Contents;
};

/// Appends what is written to bytes, in a form that can be read in one way
/// only.
class ContentWriter {
public:
  explicit ContentWriter(ContentMemo &Memo) : Memo(Memo) {}

  llvm::ArrayRef<uint8_t> bytes() const {
    return {reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()};
  }

  void put(uint64_t Value) {
    Bytes.append(reinterpret_cast<const char *>(&Value),
                 reinterpret_cast<const char *>(&Value + 1));
  }
  void put(const llvm::APInt &Value);
  void putText(llvm::StringRef Text);
  void putType(llvm::Type *T) { put(Memo.hashType(T)); }
  void putConstant(const llvm::Constant &C);
  void putOperand(const llvm::Value *V);
  void putMetadata(const llvm::Metadata *M);
  using AttachedMetadata =
      llvm::SmallVector<std::pair<unsigned, llvm::MDNode *>, 4>;
  void putMetadata(const AttachedMetadata &Attached,
                   llvm::LLVMContext &Context);

  /// All that others may know of \p G without following its initialiser.
  void putGlobal(const llvm::GlobalValue &G);

  /// Local values count by the order in which they were numbered.
  void number(const llvm::Value *V) { Numbers.try_emplace(V, Numbers.size()); }

  /// When set, global values count by their identity, and are noted here.
  llvm::SmallVectorImpl<const llvm::GlobalValue *> *LeadsTo = nullptr;

private:
  void putNode(const llvm::MDNode &Node);

  ContentMemo &Memo;
  llvm::SmallVector<char, 4096> Bytes;
  llvm::DenseMap<const llvm::Value *, uint64_t> Numbers;
  llvm::DenseMap<const llvm::MDNode *, uint64_t> Nodes;
};
} // namespace mlgo
