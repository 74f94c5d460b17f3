// Polynomials over rings, by templates
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <vector>

template <std::uint32_t Modulus> class Residue {
  std::uint32_t Value;

public:
  Residue(std::uint32_t V = 0) : Value(V % Modulus) {}
  Residue operator+(Residue O) const { return Value + O.Value; }
  Residue operator-(Residue O) const { return Value + Modulus - O.Value; }
  Residue operator*(Residue O) const {
    return static_cast<std::uint32_t>(std::uint64_t(Value) * O.Value % Modulus);
  }
  Residue inverse() const {
    Residue Result = 1, Base = *this;
    for (std::uint32_t E = Modulus - 2; E; E >>= 1, Base = Base * Base)
      if (E & 1)
        Result = Result * Base;
    return Result;
  }
  bool isZero() const { return Value == 0; }
  unsigned get() const { return Value; }
};

template <class Ring> class Polynomial {
  std::vector<Ring> C;

  void trim() {
    while (!C.empty() && C.back().isZero())
      C.pop_back();
  }

public:
  Polynomial() = default;
  Polynomial(std::initializer_list<Ring> L) : C(L) { trim(); }
  explicit Polynomial(std::vector<Ring> V) : C(std::move(V)) { trim(); }
  int degree() const { return static_cast<int>(C.size()) - 1; }
  Ring leading() const { return C.back(); }

  Polynomial operator*(const Polynomial &O) const {
    if (C.empty() || O.C.empty())
      return {};
    std::vector<Ring> R(C.size() + O.C.size() - 1);
    for (std::size_t I = 0; I < C.size(); ++I)
      for (std::size_t J = 0; J < O.C.size(); ++J)
        R[I + J] = R[I + J] + C[I] * O.C[J];
    return Polynomial(std::move(R));
  }
  Polynomial operator%(const Polynomial &O) const {
    Polynomial Rest = *this;
    const Ring Inverse = O.leading().inverse();
    while (Rest.degree() >= O.degree()) {
      const Ring Factor = Rest.leading() * Inverse;
      const int Shift = Rest.degree() - O.degree();
      for (int I = 0; I <= O.degree(); ++I)
        Rest.C[I + Shift] = Rest.C[I + Shift] - Factor * O.C[I];
      Rest.trim();
    }
    return Rest;
  }
  Ring operator()(Ring X) const {
    Ring Sum;
    for (auto I = C.rbegin(); I != C.rend(); ++I)
      Sum = Sum * X + *I;
    return Sum;
  }
};

template <class P> static P gcd(P A, P B) {
  while (B.degree() >= 0) {
    P Rest = A % B;
    A = std::move(B);
    B = std::move(Rest);
  }
  return A;
}

template <std::uint32_t Modulus> static unsigned tryRing() {
  using Ring = Residue<Modulus>;
  Polynomial<Ring> A = {1}, B = {1}, Common = {3, 1, 0, 2, 5};
  for (std::uint32_t I = 1; I <= 110; ++I) {
    A = A * Polynomial<Ring>{I, I * 7 + 1, 1};
    B = B * Polynomial<Ring>{I * I + 5, 2, I};
  }
  const auto G = gcd(A * Common, B * Common);
  return static_cast<unsigned>(G.degree()) * 1000003u + A(17).get() +
         G(5).get() * 31;
}

int main() {
  std::printf("polynomial %u %u %u\n", tryRing<998244353>(), tryRing<1000003>(),
              tryRing<65537>());
}
