// Small stand-ins for generated models
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/tensor/TensorSpec.h"
#include <cstdint>
#include <string>

namespace mlgo {

/// What LLVM's ahead-of-time compiler offers, and no more: adds two numbers.
class AddingModel {
public:
  int LookupArgIndex(const std::string &Name) const {
    return Name == "feed_a" ? 0 : Name == "feed_b" ? 1 : -1;
  }
  int LookupResultIndex(const std::string &Name) const {
    return Name == "fetch_sum" ? 0 : -1;
  }
  void *arg_data(int Index) { return Index == 0 ? &A : &B; }
  void *result_data(int) { return &Sum; }
  void Run() { Sum = A + B; }

private:
  int64_t A = 0, B = 0, Sum = 0;
};

/// Says what it needs, as models of mlgo do. \p Sign is that of b.
template <int Sign> class DescribedModel : public AddingModel {
public:
  const char *InputName(int Index) const {
    return Index == 0 ? "a" : Index == 1 ? "b" : nullptr;
  }
  TensorType InputType(int) const { return TensorType::Int64; }
  size_t InputElementCount(int) const { return 1; }
  bool Abstained() const { return false; }
  void Run() {
    auto *B = static_cast<int64_t *>(arg_data(1));
    *B *= Sign;
    AddingModel::Run();
    *B *= Sign;
  }
};

} // namespace mlgo
