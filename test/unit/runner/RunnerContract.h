// What every runner of a model promises
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/MLModelRunner.h"
#include "mlgo/support/Result.h"
#include <catch2/catch.hpp>
#include <functional>
#include <memory>

namespace mlgo {

inline TensorSpec scalar(const std::string &Name) {
  return TensorSpec::createSpec<int64_t>(Name, {1});
}

using MakeRunner = std::function<Result<std::unique_ptr<MLModelRunner>>(
    std::vector<TensorSpec> Inputs)>;

/// Makes \p Make suit MakeRunner.
template <typename Function> MakeRunner asMakeRunner(Function Make) {
  return [Make](std::vector<TensorSpec> Inputs)
             -> Result<std::unique_ptr<MLModelRunner>> {
    auto Runner = Make(std::move(Inputs));
    if (!Runner)
      return Runner.error();
    return std::unique_ptr<MLModelRunner>(std::move(*Runner));
  };
}

/// Checks with a model that maps the int64_t inputs `a` and `b` to \p Answer
/// that inputs are found by name, that those it does not know are kept, that
/// evaluation changes none, and that addresses are stable.
inline void checkRunnerContract(
    const MakeRunner &Make,
    const std::function<int64_t(int64_t A, int64_t B)> &Answer) {
  const TensorSpec Unknown = TensorSpec::createSpec<float>("unknown", {3});
  const std::vector<TensorSpec> Orders[] = {
      {scalar("a"), scalar("b")},
      {scalar("a"), scalar("b"), Unknown, scalar("more")},
      {scalar("b"), scalar("a")},
      {scalar("more"), scalar("b"), Unknown, scalar("a")}};
  for (const std::vector<TensorSpec> &Inputs : Orders) {
    auto Runner = Make(Inputs);
    REQUIRE(Runner);
    REQUIRE((*Runner)->inputs() == Inputs);
    for (int64_t A : {0, 2, 7})
      for (int64_t B : {0, 4, 9}) {
        std::vector<void *> Addresses;
        for (size_t I = 0; I < Inputs.size(); ++I) {
          Addresses.push_back((*Runner)->getTensorUntyped(I));
          if (Inputs[I] == Unknown)
            (*Runner)->getTensor<float>(I)[2] = 0.5f;
          else
            *(*Runner)->getTensor<int64_t>(I) = Inputs[I].name() == "a" ? A
                                                : Inputs[I].name() == "b"
                                                    ? B
                                                    : 1000;
        }
        CHECK((*Runner)->evaluate<int64_t>() == Answer(A, B));
        CHECK((*Runner)->evaluate<int64_t>() == Answer(A, B));
        for (size_t I = 0; I < Inputs.size(); ++I) {
          CHECK((*Runner)->getTensorUntyped(I) == Addresses[I]);
          if (Inputs[I] == Unknown)
            CHECK((*Runner)->getTensor<float>(I)[2] == 0.5f);
          else
            CHECK(*(*Runner)->getTensor<int64_t>(I) ==
                  (Inputs[I].name() == "a"   ? A
                   : Inputs[I].name() == "b" ? B
                                             : 1000));
        }
      }
  }
}

} // namespace mlgo
