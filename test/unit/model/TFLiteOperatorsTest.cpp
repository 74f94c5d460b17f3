// Every operator beside plain loops
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TFLiteEvaluation.h"
#include "TFLiteWriter.h"
#include "mlgo/support/Random.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

using namespace mlgo;

namespace {

const Values Numbers = {-3.5, -1, -0.25, 0, 0.5, 1, 2.75, 8};
const Values Positive = {0.001, 0.5, 1, 2, 3, 10, 1000, 1e9};

/// An operator of one input, element by element.
template <typename T, typename U = T>
void checkMap(int32_t Code, const Values &Inputs,
              const std::function<double(double)> &Expected) {
  TFLiteWriter W;
  const auto Size = int32_t(Inputs.size() / 2);
  const auto X = W.tensor<T>({2, Size}), Y = W.tensor<U>({2, Size});
  W.op(Code, {X}, {Y});
  Values Answers;
  for (double Input : Inputs)
    Answers.push_back(Expected(double(T(Input))));
  INFO("operator " << Code);
  checkClose(evaluate(W.finish({X}, {Y}), {Inputs})[0], Answers);
}

/// One of two, [2,3] and [3], both ways round.
template <typename T, typename U = T>
void checkBinary(int32_t Code,
                 const std::function<double(double, double)> &Expected) {
  const Values A = {1, -2, 3, 7, 5, -6}, C = {2, -2, 5};
  for (bool IsSwapped : {false, true}) {
    TFLiteWriter W;
    const auto X = W.tensor<T>({2, 3}), Y = W.tensor<T>({3}),
               Z = W.tensor<U>({2, 3});
    W.op(Code, IsSwapped ? std::vector{Y, X} : std::vector{X, Y}, {Z});
    Values Answers;
    for (size_t I = 0; I < A.size(); ++I)
      Answers.push_back(IsSwapped ? Expected(C[I % 3], A[I])
                                  : Expected(A[I], C[I % 3]));
    INFO("operator " << Code);
    checkClose(evaluate(W.finish({X, Y}, {Z}), {A, C})[0], Answers);
  }
}

} // namespace

TEST_CASE("TFLiteOperators: of one element") {
  checkMap<float>(19, Numbers, [](double X) { return X > 0 ? X : 0; });
  checkMap<float>(21, Numbers, [](double X) { return std::clamp(X, 0., 6.); });
  checkMap<float>(20, Numbers, [](double X) { return std::clamp(X, -1., 1.); });
  checkMap<float>(8, Numbers, [](double X) { return std::floor(X); });
  checkMap<float>(104, Numbers, [](double X) { return std::ceil(X); });
  checkMap<float>(14, Numbers, [](double X) { return 1 / (1 + std::exp(-X)); });
  checkMap<float>(28, Numbers, [](double X) { return std::tanh(X); });
  checkMap<float>(47, Numbers, [](double X) { return std::exp(X); });
  checkMap<float>(73, Positive, [](double X) { return std::log(X); });
  checkMap<float>(75, Positive, [](double X) { return std::sqrt(X); });
  checkMap<float>(76, Positive, [](double X) { return 1 / std::sqrt(X); });
  checkMap<float>(92, Numbers, [](double X) { return X * X; });
  checkMap<float>(59, Numbers, [](double X) { return -X; });
  checkMap<float>(101, Numbers, [](double X) { return std::abs(X); });
  checkMap<int64_t>(92, Numbers, [](double X) { return X * X; });
  checkMap<int32_t>(59, Numbers, [](double X) { return -X; });
  checkMap<float>(93, Numbers, [](double) { return 0; });
}

TEST_CASE("TFLiteOperators: casts") {
  checkMap<float, int32_t>(53, Numbers, [](double X) { return std::trunc(X); });
  checkMap<int64_t, float>(53, Numbers, [](double X) { return X; });
  checkMap<float, bool>(53, Numbers, [](double X) { return X != 0; });
  checkMap<int64_t, int32_t>(53, Numbers, [](double X) { return X; });
  // What an int32 cannot hold.
  checkMap<float, int32_t>(53, {1e20, -1e20}, [](double X) {
    return X > 0 ? 2147483647. : -2147483648.;
  });
}

TEST_CASE("TFLiteOperators: of two elements") {
  checkBinary<float>(0, [](double X, double Y) { return X + Y; });
  checkBinary<float>(41, [](double X, double Y) { return X - Y; });
  checkBinary<float>(18, [](double X, double Y) { return X * Y; });
  checkBinary<float>(42, [](double X, double Y) { return X / Y; });
  checkBinary<int64_t>(0, [](double X, double Y) { return X + Y; });
  checkBinary<int32_t>(42,
                       [](double X, double Y) { return std::trunc(X / Y); });
  checkBinary<int64_t>(90,
                       [](double X, double Y) { return std::floor(X / Y); });
  checkBinary<float>(90, [](double X, double Y) { return std::floor(X / Y); });
  checkBinary<float>(55, [](double X, double Y) { return std::max(X, Y); });
  checkBinary<double>(57, [](double X, double Y) { return std::min(X, Y); });
  checkBinary<float>(99, [](double X, double Y) { return (X - Y) * (X - Y); });
  checkBinary<float, bool>(58, [](double X, double Y) { return X < Y; });
  checkBinary<float, bool>(63, [](double X, double Y) { return X <= Y; });
  checkBinary<int64_t, bool>(61, [](double X, double Y) { return X > Y; });
  checkBinary<int64_t, bool>(62, [](double X, double Y) { return X >= Y; });
  checkBinary<int32_t, bool>(71, [](double X, double Y) { return X == Y; });
  checkBinary<float, bool>(72, [](double X, double Y) { return X != Y; });
}

TEST_CASE("TFLiteOperators: booleans and choices") {
  TFLiteWriter W;
  const auto X = W.tensor<float>({4}), Y = W.tensor<float>({4});
  const auto A = W.tensor<bool>({4}), C = W.tensor<bool>({4}),
             Both = W.tensor<bool>({4}), Any = W.tensor<bool>({4}),
             None = W.tensor<bool>({4});
  const auto Chosen = W.tensor<float>({4});
  W.op(53, {X}, {A});
  W.op(53, {Y}, {C});
  W.op(86, {A, C}, {Both});
  W.op(84, {A, C}, {Any});
  W.op(87, {Any}, {None});
  W.op(123, {Both, X, Y}, {Chosen});
  const auto Answers = evaluate(W.finish({X, Y}, {Both, Any, None, Chosen}),
                                {{0, 0, 2, 2}, {0, 3, 0, 3}});
  CHECK(Answers[0] == Values{0, 0, 0, 1});
  CHECK(Answers[1] == Values{0, 1, 1, 1});
  CHECK(Answers[2] == Values{1, 0, 0, 0});
  CHECK(Answers[3] == Values{0, 3, 0, 2});
}

TEST_CASE("TFLiteOperators: fully connected layers and activations") {
  Random R(1);
  for (int8_t Activation : {0, 1, 2, 3, 4}) {
    TFLiteWriter W;
    constexpr int Rows = 3, In = 17, Out = 5;
    std::vector<float> Weights(Out * In), Biases(Out);
    for (std::vector<float> *Each : {&Weights, &Biases})
      for (float &Value : *Each)
        Value = float(R.uniform() * 2 - 1);
    const auto X = W.tensor<float>({Rows, In}),
               Y = W.tensor<float>({Rows, Out});
    const auto Constants = W.constant<float>({Out, In}, Weights);
    const auto Offsets = W.constant<float>({Out}, Biases);
    W.op(9, {X, Constants, Offsets}, {Y}, 8,
         tflite::CreateFullyConnectedOptions(W.B, Activation));
    Values Inputs(Rows * In), Answers;
    for (double &Input : Inputs)
      Input = float(R.uniform() * 8 - 4);
    for (int Row = 0; Row < Rows; ++Row)
      for (int J = 0; J < Out; ++J) {
        double Sum = Biases[size_t(J)];
        for (int I = 0; I < In; ++I)
          Sum += Inputs[size_t(Row * In + I)] * Weights[size_t(J * In + I)];
        const double Forms[] = {Sum, std::max(Sum, 0.),
                                std::clamp(Sum, -1., 1.),
                                std::clamp(Sum, 0., 6.), std::tanh(Sum)};
        Answers.push_back(Forms[Activation]);
      }
    const Values Found = evaluate(W.finish({X}, {Y}), {Inputs})[0];
    for (size_t I = 0; I < Answers.size(); ++I)
      CHECK(Found[I] == Approx(Answers[I]).margin(2e-5));
  }
}

TEST_CASE("TFLiteOperators: weights that are computed") {
  TFLiteWriter W;
  const auto X = W.tensor<float>({1, 2}), M = W.tensor<float>({2, 2}),
             Y = W.tensor<float>({1, 2});
  W.op(9, {X, M, -1}, {Y});
  CHECK(evaluate(W.finish({X, M}, {Y}), {{2, 3}, {1, 10, 100, 1000}})[0] ==
        Values{32, 3200});
}

TEST_CASE("TFLiteOperators: sums along any axes") {
  struct Case {
    int32_t Code;
    std::vector<int32_t> Axes;
    bool KeepDims;
    Values Expected;
  };
  const Values X = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; // [2,3,2].
  const Case Cases[] = {{74, {0}, false, {8, 10, 12, 14, 16, 18}},
                        {74, {-1}, true, {3, 7, 11, 15, 19, 23}},
                        {74, {0, 2}, false, {18, 26, 34}},
                        {40, {1}, false, {3, 4, 9, 10}},
                        {82, {1}, true, {5, 6, 11, 12}},
                        {89, {0, 1, 2}, false, {1}},
                        {81, {2}, false, {2, 12, 30, 56, 90, 132}}};
  for (const Case &C : Cases) {
    TFLiteWriter W;
    const auto In = W.tensor<float>({2, 3, 2});
    const auto Axes = W.constant<int32_t>({int32_t(C.Axes.size())}, C.Axes);
    const auto Out = W.tensor<float>({int32_t(C.Expected.size())});
    W.op(C.Code, {In, Axes}, {Out}, 27,
         tflite::CreateReducerOptions(W.B, C.KeepDims));
    checkClose(evaluate(W.finish({In}, {Out}), {X})[0], C.Expected);
  }
}

TEST_CASE("TFLiteOperators: softmax and the largest") {
  const Values X = {1, 3, 2, -5, 3, 3};
  TFLiteWriter W;
  const auto In = W.tensor<float>({2, 3}), Soft = W.tensor<float>({2, 3}),
             Logs = W.tensor<float>({2, 3});
  const auto Last = W.constant<int32_t>({}, {-1}),
             First = W.constant<int32_t>({1}, {0});
  const auto Most = W.tensor<int64_t>({2}), Least = W.tensor<int32_t>({3});
  W.op(25, {In}, {Soft}, 9, tflite::CreateSoftmaxOptions(W.B, 0.5f));
  W.op(50, {In}, {Logs});
  W.op(56, {In, Last}, {Most});
  W.op(79, {In, First}, {Least});
  const auto Answers = evaluate(W.finish({In}, {Soft, Logs, Most, Least}), {X});
  Values Expected, ExpectedLogs;
  for (int Row = 0; Row < 2; ++Row)
    for (int I = 0; I < 3; ++I) {
      double Sum = 0, Half = 0;
      for (int J = 0; J < 3; ++J) {
        Sum += std::exp(X[size_t(Row * 3 + J)]);
        Half += std::exp(X[size_t(Row * 3 + J)] / 2);
      }
      Expected.push_back(std::exp(X[size_t(Row * 3 + I)] / 2) / Half);
      ExpectedLogs.push_back(X[size_t(Row * 3 + I)] - std::log(Sum));
    }
  checkClose(Answers[0], Expected);
  checkClose(Answers[1], ExpectedLogs);
  CHECK(Answers[2] == Values{1, 1}); // The first on a tie.
  CHECK(Answers[3] == Values{1, 0, 0});
}

TEST_CASE("TFLiteOperators: buckets") {
  TFLiteWriter W;
  const auto X = W.tensor<int64_t>({7}), Y = W.tensor<int32_t>({7});
  auto Boundaries = W.B.CreateVector(std::vector<float>{0, 0, 2.5f, 10});
  W.op(147, {X}, {Y}, 115, tflite::CreateBucketizeOptions(W.B, Boundaries));
  CHECK(evaluate(W.finish({X}, {Y}), {{-7, 0, 1, 2, 3, 10, 1e15}})[0] ==
        Values{0, 2, 2, 2, 3, 4, 4});
}
