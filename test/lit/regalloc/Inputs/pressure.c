// More values are live than there are registers, in straight code, in loops,
// across calls, as integers, as floating-point numbers, and as vectors.
#include <stdint.h>

uint32_t sink(uint32_t, uint32_t);

void multiply(const double *restrict A, const double *restrict B,
              double *restrict C) {
  for (int I = 0; I < 4; ++I)
    for (int J = 0; J < 4; ++J) {
      double Sum = 0;
      for (int K = 0; K < 4; ++K)
        Sum += A[4 * I + K] * B[4 * K + J];
      C[4 * I + J] += Sum;
    }
}

static uint32_t rotate(uint32_t X, int By) { return X << By | X >> (32 - By); }

#define QUARTER(A, B, C, D)                                                    \
  A += B, D = rotate(D ^ A, 16), C += D, B = rotate(B ^ C, 12), A += B,        \
      D = rotate(D ^ A, 8), C += D, B = rotate(B ^ C, 7)

void mix(uint32_t *State, int Rounds) {
  uint32_t S[16];
  for (int I = 0; I < 16; ++I)
    S[I] = State[I];
  for (int I = 0; I < Rounds; ++I) {
    QUARTER(S[0], S[4], S[8], S[12]);
    QUARTER(S[1], S[5], S[9], S[13]);
    QUARTER(S[2], S[6], S[10], S[14]);
    QUARTER(S[3], S[7], S[11], S[15]);
    QUARTER(S[0], S[5], S[10], S[15]);
    QUARTER(S[1], S[6], S[11], S[12]);
    QUARTER(S[2], S[7], S[8], S[13]);
    QUARTER(S[3], S[4], S[9], S[14]);
  }
  for (int I = 0; I < 16; ++I)
    State[I] += S[I];
}

uint32_t across(const uint32_t *P, uint32_t N) {
  uint32_t A = P[0], B = P[1], C = P[2], D = P[3], E = P[4], F = P[5];
  uint32_t G = P[6], H = P[7];
  for (uint32_t I = 0; I < N; ++I) {
    A += sink(B, I), B ^= sink(C, A), C += D * I, D ^= E + B;
    E += F ^ C, F -= G & D, G ^= H + E, H += A ^ F;
    if (E & 1)
      A += sink(G, H);
  }
  return A ^ B ^ C ^ D ^ E ^ F ^ G ^ H;
}

uint64_t divide(const uint64_t *P, uint64_t N) {
  uint64_t A = P[0], B = P[1], C = P[2], D = P[3], E = P[4], Sum = 0;
  uint64_t F = P[5], G = P[6], H = P[7], K = P[8], L = P[9];
  for (uint64_t I = 1; I <= N; ++I) {
    Sum += (A + F) / I + (B ^ G) % (I + 7) + (C << (I & 31));
    A += K, B -= L, C ^= D, D += E, E ^= Sum, F += H >> (K & 15), G -= A;
    H += B, K ^= C, L += D;
  }
  return Sum ^ A ^ B ^ C ^ D ^ E ^ F ^ G ^ H ^ K ^ L;
}

void filter(const float *restrict In, float *restrict Out, const float *W,
            int N) {
  for (int I = 0; I < N; ++I) {
    float Sum = 0;
    for (int J = 0; J < 12; ++J)
      Sum += In[I + J] * W[J] - In[I - J] * W[11 - J];
    Out[I] = Sum;
  }
}
