// The arithmetic of graphs, one step at a time
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/GraphElements.h"
#include "mlgo/model/GraphStep.h"

namespace mlgo {
namespace graph {
/// Calls Fn(Out, A, B, C, Axis) for each run along the last axis.
template <typename Fn>
inline void forEachRun(const GraphArguments &G, Fn Each) {
  const GraphAxis &Last = G.Axes[G.AxisCount - 1];
  size_t Index[MaxGraphRank] = {};
  int64_t At[3] = {};
  for (size_t Out = 0; Out < G.Count; Out += static_cast<size_t>(Last.Size)) {
    Each(Out, At[0], At[1], At[2], Last);
    for (size_t D = G.AxisCount - 1; D-- > 0;) {
      const GraphAxis &Axis = G.Axes[D];
      const bool Wraps = ++Index[D] == static_cast<size_t>(Axis.Size);
      for (size_t I = 0; I < 3; ++I)
        At[I] += Wraps ? -(Axis.Size - 1) * Axis.Strides[I] : Axis.Strides[I];
      if (!Wraps)
        break;
      Index[D] = 0;
    }
  }
}

inline void runCopy(const GraphArguments &G) {
  std::memcpy(G.Output, G.Inputs[0], G.Count);
}

/// Rows of Inner bytes to places that are Count bytes apart.
inline void runConcatenate(const GraphArguments &G) {
  auto *To = static_cast<unsigned char *>(G.Output) + G.Parameter;
  const auto *From = static_cast<const unsigned char *>(G.Inputs[0]);
  for (size_t R = 0; R < G.Rows; ++R)
    std::memcpy(To + R * G.Count, From + R * G.Inner, G.Inner);
}

template <typename T> inline void runView(const GraphArguments &G) {
  const T *X = static_cast<const T *>(G.Inputs[0]) + G.Parameter;
  T *Y = static_cast<T *>(G.Output);
  forEachRun(
      G, [=](size_t Out, int64_t A, int64_t, int64_t, const GraphAxis &Axis) {
        for (int64_t I = 0; I < Axis.Size; ++I)
          Y[Out + I] = X[A + I * Axis.Strides[0]];
      });
}

template <typename T, typename U> inline void runCast(const GraphArguments &G) {
  const T *X = static_cast<const T *>(G.Inputs[0]);
  U *Y = static_cast<U *>(G.Output);
  for (size_t I = 0; I < G.Count; ++I)
    Y[I] = castElement<U>(X[I]);
}

template <typename T> inline void runIsNonZero(const GraphArguments &G) {
  const T *X = static_cast<const T *>(G.Inputs[0]);
  for (size_t I = 0; I < G.Count; ++I)
    static_cast<uint8_t *>(G.Output)[I] = X[I] != 0;
}

template <Kind K, typename T> inline void runMap(const GraphArguments &G) {
  const T *X = static_cast<const T *>(G.Inputs[0]);
  T *Y = static_cast<T *>(G.Output);
  for (size_t I = 0; I < G.Count; ++I)
    Y[I] = mapElement<K>(X[I]);
}

template <Kind K, typename T> inline void runBinary(const GraphArguments &G) {
  const T *X = static_cast<const T *>(G.Inputs[0]);
  const T *Y = static_cast<const T *>(G.Inputs[1]);
  T *Z = static_cast<T *>(G.Output);
  forEachRun(G, [=](size_t Out, int64_t A, int64_t B, int64_t,
                    const GraphAxis &Axis) {
    for (int64_t I = 0; I < Axis.Size; ++I)
      Z[Out + I] =
          combine<K>(X[A + I * Axis.Strides[0]], Y[B + I * Axis.Strides[1]]);
  });
}

template <Kind K, typename T> inline void runCompare(const GraphArguments &G) {
  const T *X = static_cast<const T *>(G.Inputs[0]);
  const T *Y = static_cast<const T *>(G.Inputs[1]);
  auto *Z = static_cast<uint8_t *>(G.Output);
  forEachRun(G, [=](size_t Out, int64_t A, int64_t B, int64_t,
                    const GraphAxis &Axis) {
    for (int64_t I = 0; I < Axis.Size; ++I)
      Z[Out + I] =
          compare<K>(X[A + I * Axis.Strides[0]], Y[B + I * Axis.Strides[1]]);
  });
}

template <typename T> inline void runSelect(const GraphArguments &G) {
  const auto *C = static_cast<const uint8_t *>(G.Inputs[0]);
  const T *X = static_cast<const T *>(G.Inputs[1]);
  const T *Y = static_cast<const T *>(G.Inputs[2]);
  T *Z = static_cast<T *>(G.Output);
  forEachRun(G, [=](size_t Out, int64_t A, int64_t B, int64_t D,
                    const GraphAxis &Axis) {
    for (int64_t I = 0; I < Axis.Size; ++I)
      Z[Out + I] = C[A + I * Axis.Strides[0]] ? X[B + I * Axis.Strides[1]]
                                              : Y[D + I * Axis.Strides[2]];
  });
}

/// Multiplies by weights that are no constants. Constant ones are packed for
/// the kernels of DenseKernel.h, which give the same bits.
MLGO_EXACT inline void runFullyConnected(const GraphArguments &G) {
  MLGO_EXACT_BODY
  const auto *X = static_cast<const float *>(G.Inputs[0]);
  const auto *W = static_cast<const float *>(G.Inputs[1]);
  const auto *B = static_cast<const float *>(G.Inputs[2]);
  const size_t Out = G.Count / G.Rows;
  for (size_t I = 0; I < G.Count; ++I) {
    const float *Row = X + I / Out * G.Inner;
    const float *Weights = W + I % Out * G.Inner;
    float Total = B[I % Out];
    for (size_t J = 0; J < G.Inner; ++J) {
      const float Product = Row[J] * Weights[J];
      Total = Total + Product;
    }
    static_cast<float *>(G.Output)[I] = Total;
  }
}

/// Rows of Inner elements to one each.
template <Kind K, typename T> inline void runReduce(const GraphArguments &G) {
  constexpr Kind Step = K == Kind::ReduceMax    ? Kind::Maximum
                        : K == Kind::ReduceMin  ? Kind::Minimum
                        : K == Kind::ReduceProd ? Kind::Mul
                                                : Kind::Add;
  for (size_t R = 0; R < G.Rows; ++R) {
    const T *X = static_cast<const T *>(G.Inputs[0]) + R * G.Inner;
    T Total = X[0];
    for (size_t I = 1; I < G.Inner; ++I)
      Total = combine<Step>(Total, X[I]);
    if constexpr (K == Kind::Mean)
      Total = divide(Total, static_cast<T>(G.Inner), false);
    static_cast<T *>(G.Output)[R] = Total;
  }
}

template <Kind K> MLGO_EXACT inline void runSoftmax(const GraphArguments &G) {
  MLGO_EXACT_BODY
  for (size_t R = 0; R < G.Rows; ++R) {
    const float *X = static_cast<const float *>(G.Inputs[0]) + R * G.Inner;
    float *Y = static_cast<float *>(G.Output) + R * G.Inner;
    float Largest = X[0];
    for (size_t I = 1; I < G.Inner; ++I)
      Largest = combine<Kind::Maximum>(Largest, X[I]);
    double Total = 0;
    for (size_t I = 0; I < G.Inner; ++I)
      Total = Total + exactExp(double(X[I]) - Largest);
    const double Log = K == Kind::LogSoftmax ? exactLog(Total) : 0;
    for (size_t I = 0; I < G.Inner; ++I) {
      const double Distance = double(X[I]) - Largest;
      Y[I] = static_cast<float>(
          K == Kind::LogSoftmax ? Distance - Log : exactExp(Distance) / Total);
    }
  }
}

template <Kind K, typename T, typename U>
inline void runArg(const GraphArguments &G) {
  for (size_t R = 0; R < G.Rows; ++R) {
    const T *X = static_cast<const T *>(G.Inputs[0]) + R * G.Inner;
    size_t Best = 0;
    for (size_t I = 1; I < G.Inner; ++I)
      if (K == Kind::ArgMax ? X[I] > X[Best] : X[I] < X[Best])
        Best = I;
    static_cast<U *>(G.Output)[R] = static_cast<U>(Best);
  }
}

/// X is [Rows][Parameter][Inner]; Inner counts bytes, Count indices.
template <typename Index> inline void runGather(const GraphArguments &G) {
  const auto *X = static_cast<const unsigned char *>(G.Inputs[0]);
  const auto *Indices = static_cast<const Index *>(G.Inputs[1]);
  auto *Y = static_cast<unsigned char *>(G.Output);
  for (size_t R = 0; R < G.Rows; ++R)
    for (size_t I = 0; I < G.Count; ++I, Y += G.Inner) {
      const int64_t At = Indices[I];
      if (At < 0 || At >= G.Parameter)
        std::memset(Y, 0, G.Inner);
      else
        std::memcpy(Y,
                    X + (R * static_cast<size_t>(G.Parameter) +
                         static_cast<size_t>(At)) *
                            G.Inner,
                    G.Inner);
    }
}

/// X is [Rows][Inner], the output [Rows][Parameter][Inner].
template <typename Index, typename T>
inline void runOneHot(const GraphArguments &G) {
  const auto *X = static_cast<const Index *>(G.Inputs[0]);
  const T On = *static_cast<const T *>(G.Inputs[1]);
  const T Off = *static_cast<const T *>(G.Inputs[2]);
  T *Y = static_cast<T *>(G.Output);
  for (size_t R = 0; R < G.Rows; ++R)
    for (int64_t D = 0; D < G.Parameter; ++D)
      for (size_t I = 0; I < G.Inner; ++I)
        *Y++ = static_cast<int64_t>(X[R * G.Inner + I]) == D ? On : Off;
}

/// Parameter boundaries. An integer is compared as the nearest float, as
/// TensorFlow does.
template <typename T> inline void runBucketize(const GraphArguments &G) {
  using Compared = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const T *X = static_cast<const T *>(G.Inputs[0]);
  const auto *Boundaries = static_cast<const float *>(G.Inputs[1]);
  for (size_t I = 0; I < G.Count; ++I) {
    const auto Value = static_cast<Compared>(X[I]);
    int64_t Below = 0;
    for (int64_t Length = G.Parameter; Length > 0;) {
      const int64_t Half = (Length + 1) / 2;
      Below += Value < Boundaries[Below + Half - 1] ? 0 : Half;
      Length -= Half;
    }
    static_cast<int32_t *>(G.Output)[I] = static_cast<int32_t>(Below);
  }
}
} // namespace graph
} // namespace mlgo
