// What moves where
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TFLiteEvaluation.h"
#include "TFLiteWriter.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// An input of 0, 1, 2, ... with \p Shape, through \p Add, which adds operators
/// that make the outputs it returns.
template <typename Fn>
std::vector<Values> move(const TFLiteWriter::Shape &Shape, Fn Add) {
  TFLiteWriter W;
  const auto X = W.tensor<float>(Shape);
  const std::vector<int32_t> Outputs = Add(W, X);
  size_t Count = 1;
  for (int32_t Size : Shape)
    Count *= size_t(Size);
  Values Inputs(Count);
  for (size_t I = 0; I < Count; ++I)
    Inputs[I] = double(I);
  return evaluate(W.finish({X}, Outputs), {Inputs});
}

struct SliceCase {
  std::vector<int32_t> Begin, End, Stride;
  int32_t BeginMask, EndMask, ShrinkMask;
  Values Expected;
};

} // namespace

TEST_CASE("TFLiteShapeOperators: new shapes") {
  const auto Answers = move({2, 3}, [](TFLiteWriter &W, int32_t X) {
    const auto A = W.tensor<float>({3, 2}), B = W.tensor<float>({3, 1, 2}),
               C = W.tensor<float>({3, 2}), D = W.tensor<float>({6});
    W.op(22, {X, W.constant<int32_t>({2}, {-1, 2})}, {A});
    W.op(70, {A, W.constant<int32_t>({}, {1})}, {B});
    auto Dims = W.B.CreateVector(std::vector<int32_t>{-2});
    W.op(43, {B}, {C}, 30, tflite::CreateSqueezeOptions(W.B, Dims));
    auto Shape = W.B.CreateVector(std::vector<int32_t>{6});
    W.op(22, {C}, {D}, 17, tflite::CreateReshapeOptions(W.B, Shape));
    return std::vector<int32_t>{B, D};
  });
  CHECK(Answers[0] == Values{0, 1, 2, 3, 4, 5});
  CHECK(Answers[1] == Values{0, 1, 2, 3, 4, 5});
}

TEST_CASE("TFLiteShapeOperators: a shape that is computed from a shape") {
  // As TensorFlow keeps a batch of unknown size through a reshape.
  const auto Answers = move({2, 3}, [](TFLiteWriter &W, int32_t X) {
    const auto Shape = W.tensor<int32_t>({2}), Batch = W.tensor<int32_t>({}),
               To = W.tensor<int32_t>({2}), Y = W.tensor<float>({2, 3});
    const auto Zero = W.constant<int32_t>({1}, {0}),
               One = W.constant<int32_t>({1}, {1}),
               Rest = W.constant<int32_t>({}, {3});
    W.op(77, {X}, {Shape});
    W.op(45, {Shape, Zero, One, One}, {Batch}, 32,
         tflite::CreateStridedSliceOptions(W.B, 0, 0, 0, 0, 1));
    W.op(83, {Batch, Rest}, {To}, 59, tflite::CreatePackOptions(W.B, 2, 0));
    W.op(22, {X, To}, {Y});
    return std::vector<int32_t>{Y};
  });
  CHECK(Answers[0] == Values{0, 1, 2, 3, 4, 5});
}

TEST_CASE("TFLiteShapeOperators: joined and taken apart") {
  const auto Answers = move({2, 4}, [](TFLiteWriter &W, int32_t X) {
    const auto Left = W.tensor<float>({2, 2}), Right = W.tensor<float>({2, 2}),
               Swapped = W.tensor<float>({2, 4}), Row = W.tensor<float>({4}),
               Next = W.tensor<float>({4}), Pairs = W.tensor<float>({4, 2});
    const auto Nothing = W.tensor<float>({2, 0});
    W.op(49, {W.constant<int32_t>({}, {1}), X}, {Left, Right}, 35,
         tflite::CreateSplitOptions(W.B, 2));
    W.op(2, {Right, Nothing, Left}, {Swapped}, 10,
         tflite::CreateConcatenationOptions(W.B, -1));
    W.op(88, {Swapped}, {Row, Next}, 64, tflite::CreateUnpackOptions(W.B, 2));
    W.op(83, {Row, Next}, {Pairs}, 59, tflite::CreatePackOptions(W.B, 2, 1));
    return std::vector<int32_t>{Swapped, Pairs};
  });
  CHECK(Answers[0] == Values{2, 3, 0, 1, 6, 7, 4, 5});
  CHECK(Answers[1] == Values{2, 6, 3, 7, 0, 4, 1, 5});
}

TEST_CASE("TFLiteShapeOperators: strided slices") {
  // Slices of [[0,1,2,3],[4,5,6,7],[8,9,10,11]].
  const SliceCase Cases[] = {
      {{0, 1}, {2, 3}, {1, 1}, 0, 0, 0, {1, 2, 5, 6}},
      {{0, 0}, {0, 0}, {2, 3}, 3, 3, 0, {0, 3, 8, 11}},
      {{-1, -1}, {0, 0}, {-2, -2}, 0, 3, 0, {11, 9, 3, 1}},
      {{1, 0}, {2, 0}, {1, 1}, 0, 2, 1, {4, 5, 6, 7}},
      {{-1}, {0}, {1}, 0, 0, 1, {8, 9, 10, 11}},
      {{1, 1}, {99, 99}, {1, 1}, 0, 0, 0, {5, 6, 7, 9, 10, 11}}};
  for (const SliceCase &C : Cases) {
    const auto Answers = move({3, 4}, [&](TFLiteWriter &W, int32_t X) {
      const auto Rank = int32_t(C.Begin.size());
      const auto Y = W.tensor<float>({int32_t(C.Expected.size())});
      W.op(45,
           {X, W.constant<int32_t>({Rank}, C.Begin),
            W.constant<int32_t>({Rank}, C.End),
            W.constant<int32_t>({Rank}, C.Stride)},
           {Y}, 32,
           tflite::CreateStridedSliceOptions(W.B, C.BeginMask, C.EndMask, 0, 0,
                                             C.ShrinkMask));
      return std::vector<int32_t>{Y};
    });
    CHECK(Answers[0] == C.Expected);
  }
}

TEST_CASE("TFLiteShapeOperators: slices, transposes, repetitions") {
  const auto Answers = move({3, 2}, [](TFLiteWriter &W, int32_t X) {
    const auto Part = W.tensor<float>({2, 1}), Turned = W.tensor<float>({2, 3}),
               Wide = W.tensor<float>({2, 2, 3}), Ones = W.tensor<float>({2}),
               Sum = W.tensor<float>({2, 2});
    W.op(65,
         {X, W.constant<int32_t>({2}, {1, 1}),
          W.constant<int32_t>({2}, {-1, 1})},
         {Part});
    W.op(39, {X, W.constant<int32_t>({2}, {1, 0})}, {Turned});
    W.op(130, {Turned, W.constant<int32_t>({3}, {2, 2, 3})}, {Wide});
    W.op(94, {W.constant<int32_t>({1}, {2}), W.constant<float>({}, {1})},
         {Ones});
    W.op(0, {Part, Ones}, {Sum}, 11, tflite::CreateArithmeticOptions(W.B));
    return std::vector<int32_t>{Part, Turned, Wide, Sum};
  });
  CHECK(Answers[0] == Values{3, 5});
  CHECK(Answers[1] == Values{0, 2, 4, 1, 3, 5});
  CHECK(Answers[2] == Values{0, 2, 4, 1, 3, 5, 0, 2, 4, 1, 3, 5});
  CHECK(Answers[3] == Values{4, 4, 6, 6});
}

TEST_CASE("TFLiteShapeOperators: by index") {
  TFLiteWriter W;
  const auto Index = W.tensor<int32_t>({2});
  const auto Table = W.constant<float>({3, 2}, {0, 1, 10, 11, 20, 21});
  const auto Rows = W.tensor<float>({2, 2}), Columns = W.tensor<float>({3, 2}),
             Hot = W.tensor<float>({2, 3}), Cold = W.tensor<float>({3, 2});
  const auto Depth = W.constant<int32_t>({}, {3});
  const auto On = W.constant<float>({}, {5}), Off = W.constant<float>({}, {-1});
  W.op(36, {Table, Index}, {Rows});
  W.op(36, {Table, Index}, {Columns}, 23, tflite::CreateGatherOptions(W.B, 1));
  W.op(85, {Index, Depth, On, Off}, {Hot}, 61,
       tflite::CreateOneHotOptions(W.B, -1));
  W.op(85, {Index, Depth, On, Off}, {Cold}, 61,
       tflite::CreateOneHotOptions(W.B, 0));
  const std::string File = W.finish({Index}, {Rows, Columns, Hot, Cold});
  auto Answers = evaluate(File, {{1, 0}});
  CHECK(Answers[0] == Values{10, 11, 0, 1});
  CHECK(Answers[1] == Values{1, 0, 11, 10, 21, 20});
  CHECK(Answers[2] == Values{-1, 5, -1, 5, -1, -1});
  CHECK(Answers[3] == Values{-1, 5, 5, -1, -1, -1});
  // Outside of the table there are zeros.
  Answers = evaluate(File, {{-1, 3}});
  CHECK(Answers[0] == Values{0, 0, 0, 0});
  CHECK(Answers[2] == Values{-1, -1, -1, -1, -1, -1});
}
