// Tests of EvictionInputs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvictionInputs.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include <catch2/catch.hpp>
#include <numeric>

using namespace mlgo;

using Input = EvictionInput;

namespace {

EvictionColumn column(float Reads, float Size) {
  EvictionColumn C;
  C.Values[Input::Reads] = Reads;
  C.Values[Input::Size] = Size;
  C.MaxStage = 4;
  C.IsLocal = 2;
  return C;
}

bool isAllZero(const MLModelRunner &Runner, size_t I) {
  const auto *Bytes = static_cast<const char *>(Runner.getTensorUntyped(I));
  return std::all_of(Bytes,
                     Bytes + Runner.inputs()[I].getTotalTensorBufferSize(),
                     [](char C) { return C == 0; });
}

/// Reads few inputs, and answers nothing.
class FewInputsRunner final : public MLModelRunner {
public:
  explicit FewInputsRunner(std::initializer_list<size_t> Read)
      : MLModelRunner(Kind::Release, getEvictionInputs()) {
    for (size_t I = 0; I < inputs().size(); ++I)
      setUpBufferForTensor(I, nullptr);
    for (const size_t I : Read) {
      Buffers.emplace_back(inputs()[I]);
      setUpBufferForTensor(I, Buffers.back().data());
    }
  }

private:
  const void *evaluateUntyped() override { return &Answer; }

  std::vector<TensorBuffer> Buffers;
  int64_t Answer = 0;
};

} // namespace

TEST_CASE("Eviction inputs have LLVM's names, types, shapes and order",
          "[regalloc]") {
  const auto Specs = getEvictionInputs(StockColumns, false);
  REQUIRE(Specs.size() == 21);
  CHECK(toJSON(Specs[0]) ==
        R"({"name":"mask","type":"int64_t","port":0,"shape":[1,33]})");
  CHECK(toJSON(Specs[2]) ==
        R"({"name":"nr_urgent","type":"float","port":0,"shape":[1,33]})");
  CHECK(toJSON(Specs[19]) ==
        R"({"name":"min_stage","type":"int64_t","port":0,"shape":[1,33]})");
  CHECK(toJSON(Specs[20]) ==
        R"({"name":"progress","type":"float","port":0,"shape":[1]})");
  const size_t Bytes =
      std::accumulate(Specs.begin(), Specs.end(), size_t(0),
                      [](size_t Sum, const TensorSpec &S) {
                        return Sum + S.getTotalTensorBufferSize();
                      });
  CHECK(Bytes == 3436);
  const auto Own = getEvictionInputs(37);
  REQUIRE(Own.size() == Input::NumAll);
  CHECK(toJSON(Own[Input::IsStock]) ==
        R"({"name":"is_stock","type":"int64_t","port":0,"shape":[1,37]})");
  CHECK(toJSON(Own[Input::StockColumn]) ==
        R"({"name":"stock_column","type":"int64_t","port":0,"shape":[1]})");
}

TEST_CASE("Eviction inputs are divided by the largest of all columns",
          "[regalloc]") {
  NoInferenceModelRunner Runner(getEvictionInputs());
  EvictionInputs Inputs(Runner, true);
  REQUIRE(Inputs.columns() == 33);
  Inputs.setColumn(3, column(4, 0));
  Inputs.setColumn(32, column(1, 0));
  Inputs.normalize(0.5f);
  Inputs.setStockColumn(32);
  CHECK(Runner.getTensor<float>(Input::Reads)[3] == 1);
  CHECK(Runner.getTensor<float>(Input::Reads)[32] == 0.25f);
  CHECK(Runner.getTensor<float>(Input::Reads)[0] == 0);
  // Nothing is divided by 0.
  CHECK(isAllZero(Runner, Input::Size));
  CHECK(Runner.getTensor<int64_t>(Input::Mask)[3] == 1);
  CHECK(Runner.getTensor<int64_t>(Input::Mask)[4] == 0);
  CHECK(Runner.getTensor<int64_t>(Input::MaxStage)[3] == 4);
  CHECK(Runner.getTensor<int64_t>(Input::IsLocal)[3] == 2);
  CHECK(*Runner.getTensor<float>(Input::Progress) == 0.5f);
  CHECK(Runner.getTensor<int64_t>(Input::IsStock)[32] == 1);
  CHECK(*Runner.getTensor<int64_t>(Input::StockColumn) == 32);
  CHECK(Runner.getTensor<int64_t>(Input::IsKept)[32] == 1);
}

TEST_CASE("Eviction inputs of our own compare with who asks", "[regalloc]") {
  NoInferenceModelRunner Runner(getEvictionInputs());
  EvictionInputs Inputs(Runner, true);
  EvictionColumn Movable = column(1, 1);
  Movable.IsReassignable = 1;
  Movable.Values[Input::SpillCost] = 6;
  EvictionColumn Fixed = column(1, 1);
  Fixed.Values[Input::SpillCost] = 8;
  Fixed.Values[Input::FixedSpillCost] = 4;
  EvictionColumn Asks = column(1, 2);
  Asks.Values[Input::SpillCost] = 2;
  Asks.Values[Input::FixedSpillCost] = 2;
  Fixed.ChoiceBytes = 9;
  Asks.ChoiceBytes = 4;
  Inputs.setColumn(0, Movable);
  Inputs.setColumn(5, Fixed);
  Inputs.setColumn(32, Asks);
  Inputs.normalize(1);
  Inputs.setStockColumn(5);
  auto Value = [&](Input::ID I, size_t Column) {
    return Runner.getTensor<float>(I)[Column];
  };
  CHECK(Runner.getTensor<int64_t>(Input::IsReassignable)[0] == 1);
  CHECK(Runner.getTensor<int64_t>(Input::IsReassignable)[5] == 0);
  auto Bytes = [&](Input::ID I, size_t Column) {
    return Runner.getTensor<int64_t>(I)[Column];
  };
  CHECK(Bytes(Input::ChoiceBytes, 5) == 9);
  CHECK(Bytes(Input::ChoiceBytesAboveStock, 0) == -9);
  CHECK(Bytes(Input::ChoiceBytesAboveStock, 32) == -5);
  CHECK(Bytes(Input::ChoiceBytesAboveKept, 0) == -4);
  CHECK(Bytes(Input::ChoiceBytesAboveKept, 5) == 5);
  CHECK(Value(Input::SpillCost, 0) == 0.75f);
  CHECK(Value(Input::FixedSpillCost, 0) == 0);
  CHECK(Value(Input::SpillCostToKept, 0) == 3);
  CHECK(Value(Input::FixedSpillCostToKept, 0) == 0);
  CHECK(Value(Input::SpillCostToKept, 5) == 4);
  CHECK(Value(Input::FixedSpillCostToKept, 5) == 2);
  CHECK(Value(Input::SizeToKept, 5) == 0.5f);
  CHECK(Value(Input::SizeToKept, 32) == 1);
  CHECK(Value(Input::SizeToStock, 32) == 2);
}

TEST_CASE("A new eviction problem knows nothing of the last", "[regalloc]") {
  NoInferenceModelRunner Runner(getEvictionInputs());
  EvictionInputs Inputs(Runner, true);
  Inputs.setColumn(3, column(4, 8));
  Inputs.normalize(0.5f);
  Inputs.setStockColumn(7); // Not a column that was set.
  Inputs.clear();
  for (size_t I = 0; I < Input::NumAll; ++I)
    if (Runner.inputs()[I].getElementCount() > 1)
      CHECK(isAllZero(Runner, I));
  Inputs.setColumn(5, column(2, 2));
  Inputs.normalize(0.25f);
  CHECK(Runner.getTensor<float>(Input::Reads)[5] == 1);
  CHECK(Runner.getTensor<float>(Input::Size)[5] == 1);
}

TEST_CASE("A runner with LLVM's inputs only is not told of stock",
          "[regalloc]") {
  NoInferenceModelRunner Runner(getEvictionInputs(StockColumns, false));
  EvictionInputs Inputs(Runner, true);
  Inputs.setColumn(1, column(1, 1));
  Inputs.normalize(1);
  Inputs.setStockColumn(1);
  CHECK(Runner.getTensor<int64_t>(Input::Mask)[1] == 1);
}

TEST_CASE("Eviction inputs that nobody reads are not filled", "[regalloc]") {
  FewInputsRunner Runner({Input::Mask, Input::ChoiceBytesAboveKept});
  EvictionInputs Inputs(Runner, false);
  CHECK(!Inputs.needsLLVMs());
  CHECK(Inputs.needsOwn());
  EvictionColumn Dear = column(1, 1);
  Dear.ChoiceBytes = 7;
  Inputs.setColumn(2, Dear);
  Inputs.setColumn(32, column(1, 1));
  Inputs.normalize(1);
  Inputs.setStockColumn(2);
  CHECK(Runner.getTensor<int64_t>(Input::Mask)[2] == 1);
  CHECK(Runner.getTensor<int64_t>(Input::ChoiceBytesAboveKept)[2] == 7);
  for (const size_t I : {Input::Reads, Input::Size, Input::IsStock,
                         Input::ChoiceBytesAboveStock, Input::SizeToKept})
    CHECK(isAllZero(Runner, I));
  Inputs.clear();
  CHECK(isAllZero(Runner, Input::ChoiceBytesAboveKept));
  CHECK(EvictionInputs(Runner, true).needsLLVMs());

  FewInputsRunner LLVMs({Input::Mask, Input::Reads});
  CHECK(EvictionInputs(LLVMs, false).needsLLVMs());
  CHECK(!EvictionInputs(LLVMs, false).needsOwn());
}
