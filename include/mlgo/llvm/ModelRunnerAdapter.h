// mlgo and LLVM runners as each other
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/MLModelRunner.h"
#include "llvm/Analysis/MLModelRunner.h"
#include "llvm/Analysis/TensorSpec.h"
#include "llvm/IR/LLVMContext.h"
#include <memory>

namespace mlgo {
/// Converts by name, so that neither side depends on the order of the other.
inline TensorType convertTensorType(llvm::TensorType Type) {
  switch (Type) {
#define MLGO_CONVERT(T, Name)                                                  \
  case llvm::TensorType::Name:                                                 \
    return TensorType::Name;
    MLGO_TENSOR_TYPES(MLGO_CONVERT)
#undef MLGO_CONVERT
  default:
    return TensorType::Invalid;
  }
}

/// The same for kinds of runners, of which both sides have these. One that is
/// new on one side is Unknown on the other.
template <typename To, typename From> constexpr To convertKind(From Kind) {
  switch (Kind) {
  case From::Release:
    return To::Release;
  case From::Development:
    return To::Development;
  case From::NoOp:
    return To::NoOp;
  case From::Interactive:
    return To::Interactive;
  default:
    return To::Unknown;
  }
}

inline TensorSpec convertSpec(const llvm::TensorSpec &Spec) {
  return TensorSpec(Spec.name(), Spec.port(), convertTensorType(Spec.type()),
                    Spec.shape());
}

inline llvm::TensorSpec convertSpec(const TensorSpec &Spec) {
  switch (Spec.type()) {
#define MLGO_CONVERT(T, Name)                                                  \
  case TensorType::Name:                                                       \
    return llvm::TensorSpec::createSpec<T>(Spec.name(), Spec.shape(),          \
                                           Spec.port());
    MLGO_TENSOR_TYPES(MLGO_CONVERT)
#undef MLGO_CONVERT
  case TensorType::Invalid:
    break;
  }
  llvm_unreachable("a tensor spec has a type");
}

template <typename To, typename From>
std::vector<To> convertSpecs(const std::vector<From> &Specs) {
  std::vector<To> Converted;
  Converted.reserve(Specs.size());
  for (const From &Spec : Specs)
    Converted.push_back(convertSpec(Spec));
  return Converted;
}

/// An mlgo runner where LLVM wants one of its own. The first inputs of \p Inner
/// are LLVM's, at the same addresses; the rest, if any, are for whoever made \p
/// Inner. What else LLVM has, such as embeddings that the user asked for, goes
/// to buffers that nobody reads. The adapter owns \p Inner.
class LLVMModelRunnerAdapter final : public llvm::MLModelRunner {
public:
  LLVMModelRunnerAdapter(llvm::LLVMContext &Ctx,
                         std::unique_ptr<mlgo::MLModelRunner> Inner,
                         const std::vector<llvm::TensorSpec> &LLVMInputs)
      : llvm::MLModelRunner(
            Ctx, convertKind<llvm::MLModelRunner::Kind>(Inner->getKind()),
            LLVMInputs.size() + 1),
        Inner(std::move(Inner)) {
    const auto &Ours = this->Inner->inputs();
    for (size_t I = 0; I < LLVMInputs.size(); ++I) {
      const bool IsOurs =
          I < Ours.size() && convertSpec(LLVMInputs[I]) == Ours[I];
      setUpBufferForTensor(I, LLVMInputs[I],
                           IsOurs ? this->Inner->getTensorUntyped(I) : nullptr);
    }
    // With flags for a channel of its own, LLVM's inline advisor writes what
    // the stock heuristic decides behind the inputs, whoever the runner is.
    setUpBufferForTensor(
        LLVMInputs.size(),
        llvm::TensorSpec::createSpec<int64_t>("inlining_default", {1}),
        nullptr);
  }

  mlgo::MLModelRunner &inner() { return *Inner; }

  void switchContext(llvm::StringRef Name) override {
    Inner->switchContext(std::string_view(Name.data(), Name.size()));
  }

private:
  void *evaluateUntyped() override {
    // LLVM reads the first element through a pointer of the output's type; all
    // policies of its advisors answer with an int64_t.
    Answer = Inner->evaluate<int64_t>();
    return &Answer;
  }

  std::unique_ptr<mlgo::MLModelRunner> Inner;
  int64_t Answer = 0;
};

/// One of LLVM's runners where mlgo wants one of its own. \p Inner was made for
/// \p Inputs, and its output is one int64_t. The adapter owns it.
class MLModelRunnerAdapter final : public mlgo::MLModelRunner {
public:
  MLModelRunnerAdapter(std::unique_ptr<llvm::MLModelRunner> Inner,
                       const std::vector<llvm::TensorSpec> &Inputs)
      : mlgo::MLModelRunner(
            convertKind<mlgo::MLModelRunner::Kind>(Inner->getKind()),
            convertSpecs<TensorSpec>(Inputs)),
        Inner(std::move(Inner)) {
    for (size_t I = 0; I < Inputs.size(); ++I)
      setUpBufferForTensor(I, this->Inner->getTensorUntyped(I));
  }

  void switchContext(std::string_view Name) override {
    Inner->switchContext(llvm::StringRef(Name.data(), Name.size()));
  }

private:
  const void *evaluateUntyped() override {
    Answer = Inner->evaluate<int64_t>();
    return &Answer;
  }

  std::unique_ptr<llvm::MLModelRunner> Inner;
  int64_t Answer = 0;
};
} // namespace mlgo
