// Compiles a module as clang does, in process
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/CodeSetting.h"
#include <functional>
#include <memory>

namespace llvm {
class FunctionPass;
class LLVMContext;
class Module;
class PassBuilder;
class PassInstrumentationCallbacks;
class TargetMachine;
template <typename T> class SmallVectorImpl;
} // namespace llvm

namespace mlgo {
/// Reads bitcode or textual IR from \p Path.
Result<std::unique_ptr<llvm::Module>> loadModule(llvm::LLVMContext &Ctx,
                                                 const std::string &Path);

/// The machine for the module's own triple, as clang sets it up for \p Level
/// with -ffunction-sections -fdata-sections.
Result<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const llvm::Module &M, CodeLevel Level = CodeLevel::O2);

/// What a linker calls the module that it merges.
inline constexpr const char *MergedModuleName = "ld-temp.o";

/// True for what an LTO link merges of modules that clang compiled for full
/// LTO: the linker's part of the pipeline is still to run.
bool isMergedForLTO(const llvm::Module &M);

/// Makes \p M, which rustc merged, one that isMergedForLTO.
void markMergedForLTO(llvm::Module &M);

/// Runs clang's pipeline of \p Level, which applyCodeSetting gave, over \p M,
/// or if it isMergedForLTO, the pipeline that lld runs unless told otherwise;
/// or rustc's, if that made \p M.
/// \p Register may add to the pass builder what a plugin would; \p Callbacks,
/// if given, see every pass. \p Profile is that of a CodeSetting, which can be
/// read (see Profile.h).
void runPipeline(llvm::Module &M, llvm::TargetMachine &TM, CodeLevel Level,
                 const std::function<void(llvm::PassBuilder &)> &Register,
                 llvm::PassInstrumentationCallbacks *Callbacks = nullptr,
                 const std::string &Profile = "");

/// What a pipeline does behind its last extension point that changes sizes.
void runLastPasses(llvm::Module &M, llvm::TargetMachine &TM);

/// Generates the object of an optimised module into \p Object. \p M is not to
/// be used afterwards. \p Watch, if given, is a pass over machine functions
/// that sees what is emitted; this takes ownership.
Status generateObject(llvm::Module &M, llvm::TargetMachine &TM,
                      llvm::SmallVectorImpl<char> &Object,
                      llvm::FunctionPass *Watch = nullptr);

/// The bytes of code, read-only data and unwind tables of \p Object, the bytes
/// of an object file: what llvm-size calls text.
Result<uint64_t> measureText(const llvm::SmallVectorImpl<char> &Object);
} // namespace mlgo
