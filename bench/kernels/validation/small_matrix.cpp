// Matrices of fixed sizes by templates, and filters made of them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <type_traits>
#include <vector>

template <class T, int Rows, int Columns> class Matrix {
  std::array<T, Rows * Columns> Data{};

public:
  T &operator()(int R, int C) { return Data[R * Columns + C]; }
  const T &operator()(int R, int C) const { return Data[R * Columns + C]; }

  static Matrix identity(T Scale = 1) {
    static_assert(Rows == Columns, "only a square has one");
    Matrix M;
    for (int I = 0; I < Rows; ++I)
      M(I, I) = Scale;
    return M;
  }
  template <int Others>
  Matrix<T, Rows, Others> operator*(const Matrix<T, Columns, Others> &O) const {
    Matrix<T, Rows, Others> M;
    for (int I = 0; I < Rows; ++I)
      for (int J = 0; J < Others; ++J)
        for (int K = 0; K < Columns; ++K)
          M(I, J) += (*this)(I, K) * O(K, J);
    return M;
  }
  template <class F> Matrix combine(const Matrix &O, F Function) const {
    Matrix M;
    for (int I = 0; I < Rows * Columns; ++I)
      M.Data[I] = Function(Data[I], O.Data[I]);
    return M;
  }
  Matrix operator+(const Matrix &O) const {
    return combine(O, [](T A, T B) { return A + B; });
  }
  Matrix operator-(const Matrix &O) const {
    return combine(O, [](T A, T B) { return A - B; });
  }
  Matrix<T, Columns, Rows> transposed() const {
    Matrix<T, Columns, Rows> M;
    for (int I = 0; I < Rows; ++I)
      for (int J = 0; J < Columns; ++J)
        M(J, I) = (*this)(I, J);
    return M;
  }
  // By Gauss and Jordan; what is positive definite needs no pivots.
  Matrix inverse() const {
    Matrix A = *this, M = identity();
    for (int K = 0; K < Rows; ++K) {
      const T Pivot = A(K, K);
      for (int J = 0; J < Rows; ++J) {
        A(K, J) /= Pivot;
        M(K, J) /= Pivot;
      }
      for (int I = 0; I < Rows; ++I) {
        const T Factor = A(I, K);
        if (I == K || Factor == T())
          continue;
        for (int J = 0; J < Rows; ++J) {
          A(I, J) -= Factor * A(K, J);
          M(I, J) -= Factor * M(K, J);
        }
      }
    }
    return M;
  }
};

// Follows a place from noisy measurements.
template <class T> class Filter {
  using State = Matrix<T, 4, 1>;
  State X;
  Matrix<T, 4, 4> P = Matrix<T, 4, 4>::identity(10), F, Q;
  Matrix<T, 2, 4> H;
  Matrix<T, 2, 2> R = Matrix<T, 2, 2>::identity(T(0.5));

public:
  explicit Filter(T Step) : F(F.identity()), Q(Q.identity(T(0.001))) {
    F(0, 2) = F(1, 3) = Step;
    H(0, 0) = H(1, 1) = 1;
  }
  void update(T Px, T Py) {
    X = F * X;
    P = F * P * F.transposed() + Q;
    Matrix<T, 2, 1> Z;
    Z(0, 0) = Px;
    Z(1, 0) = Py;
    const auto Gain =
        P * H.transposed() * (H * P * H.transposed() + R).inverse();
    X = X + Gain * (Z - H * X);
    P = (Matrix<T, 4, 4>::identity() - Gain * H) * P;
  }
  T at(int I) const { return X(I, 0); }
};

template <class T> static double follow(int Steps) {
  Filter<T> Tracker(T(0.1));
  double Sum = 0;
  for (int I = 0; I < Steps; ++I) {
    const T Noise = T((I * 7919 % 101 - 50) / 50.0);
    const T Along = T(I) * T(0.05);
    Tracker.update(Along + Noise, 2 - Along / 2 - Noise);
    Sum += std::fabs(double(Tracker.at(0) - Along));
  }
  return Sum / Steps;
}

int main() {
  auto Turn = Matrix<int, 3, 3>::identity();
  Turn(0, 1) = 1;
  Turn(2, 0) = 2;
  auto All = Turn;
  for (int I = 0; I < 2000; ++I)
    All =
        (All * Turn).combine(Turn, [](int A, int B) { return (A + B) % 9973; });
  std::printf("small_matrix %.2f %.2f %d\n", follow<double>(700),
              follow<float>(700), All(2, 1));
}
