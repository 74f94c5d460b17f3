// Asks a policy for a decision
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/ModelScope.h"
#include "mlgo/tensor/TensorBuffer.h"

namespace mlgo {
/// One policy behind one interface: a generated model, a model file, another
/// process, or none at all. The contract is that of LLVM's class of this name:
///
/// - a runner is made from an ordered list of specs, and the position in that
///   list is the feature's id everywhere; names are used for binding only;
/// - the caller fills the input buffers and calls evaluate(); the buffers keep
///   their addresses for the runner's life;
/// - evaluate() does not change the inputs, so that they can be logged after
///   it, and does not allocate;
/// - an input that the model does not know gets a scratch buffer, so that old
///   models work with newer compilers.
///
/// Runners are made by static create functions that return a Result, and are
/// neither copied nor moved. One thread at a time may use a runner.
class MLModelRunner {
public:
  enum class Kind : int { Unknown, Release, Development, NoOp, Interactive };

  MLModelRunner(const MLModelRunner &) = delete;
  MLModelRunner &operator=(const MLModelRunner &) = delete;
  virtual ~MLModelRunner() = default;

  /// Decides on the current inputs. \p T is the type of the output tensor, of
  /// which the first element is returned.
  template <typename T> T evaluate() {
    return *static_cast<const T *>(evaluateUntyped());
  }

  /// The buffer of input \p FeatureID, which holds elements of type \p T.
  template <typename T, typename I> T *getTensor(I FeatureID) {
    assert(Specs[static_cast<size_t>(FeatureID)].template isElementType<T>());
    return static_cast<T *>(getTensorUntyped(static_cast<size_t>(FeatureID)));
  }
  template <typename T, typename I> const T *getTensor(I FeatureID) const {
    return const_cast<MLModelRunner *>(this)->getTensor<T>(FeatureID);
  }

  void *getTensorUntyped(size_t Index) { return InputBuffers[Index]; }
  const void *getTensorUntyped(size_t Index) const {
    return InputBuffers[Index];
  }

  /// The inputs, in the order of their ids.
  const std::vector<TensorSpec> &inputs() const { return Specs; }

  Kind getKind() const { return Type; }

  /// Called before the decisions of another module or function \p Name. Runners
  /// that keep no log ignore it.
  virtual void switchContext(std::string_view Name) {}

  /// The outputs of the model besides its decision, in order; most have none.
  virtual const std::vector<TensorSpec> &extraOutputs() const {
    static const std::vector<TensorSpec> None;
    return None;
  }
  /// The tensor of extra output \p Index after evaluate(), at an address that
  /// is stable for the runner's life.
  virtual const void *extraOutput(size_t Index) const { return nullptr; }

  /// True if the last evaluate() gave the default decision because its inputs
  /// left the range that the model was trained on.
  virtual bool hasAbstained() const { return false; }

  /// For which code the policy is; who asks elsewhere is to leave the decision
  /// to the heuristic. Empty if the policy says nothing.
  virtual ModelScope scope() const { return {}; }

  /// False if the policy is known not to look at input \p Index, which then
  /// need not be filled for its sake.
  bool reads(size_t Index) const {
    return Type == Kind::Interactive || IsBound[Index];
  }

  /// Why the runner will not decide any more, and answers with zeros; null as
  /// long as it does.
  virtual const Error *failure() const { return nullptr; }

protected:
  MLModelRunner(Kind Type, std::vector<TensorSpec> Inputs)
      : Type(Type), Specs(std::move(Inputs)), InputBuffers(Specs.size()),
        IsBound(Specs.size()) {
    assert(Type != Kind::Unknown);
  }

  /// The output tensor, valid until the next call.
  virtual const void *evaluateUntyped() = 0;

  /// Lets input \p Index live at \p Buffer, or in memory of the runner's own if
  /// that is null.
  void setUpBufferForTensor(size_t Index, void *Buffer) {
    IsBound[Index] = Buffer != nullptr;
    if (!Buffer) {
      OwnedBuffers.emplace_back(Specs[Index]);
      Buffer = OwnedBuffers.back().data();
    }
    InputBuffers[Index] = Buffer;
  }

private:
  const Kind Type;
  const std::vector<TensorSpec> Specs;
  std::vector<void *> InputBuffers;
  std::vector<bool> IsBound; ///< To a buffer of the policy's.
  std::vector<TensorBuffer> OwnedBuffers;
};
} // namespace mlgo
