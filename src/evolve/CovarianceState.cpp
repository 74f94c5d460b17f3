// The state of CMA-ES as bytes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/OptimizerChecks.h"
#include "evolve/StateBytes.h"
#include "mlgo/evolve/CovarianceAdaptation.h"
#include <algorithm>

namespace mlgo {
void CovarianceAdaptation::save(ByteWriter &Bytes) const {
  Bytes.string("covariance adaptation");
  Bytes.number(Options.Separable);
  Bytes.number(Generation);
  writeDouble(Bytes, Sigma);
  writeDoubles(Bytes, Center);
  writeDoubles(Bytes, {Path.begin(), Path.end()});
  writeDoubles(Bytes, {SigmaPath.begin(), SigmaPath.end()});
  // Only the lower triangle is saved: no other element is ever looked at.
  std::vector<double> Triangle;
  for (Eigen::Index C = 0; C < Covariance.cols(); ++C)
    for (Eigen::Index R = C; R < Covariance.rows(); ++R)
      Triangle.push_back(Covariance(R, C));
  writeDoubles(Bytes, Triangle);
}

Status CovarianceAdaptation::restore(ByteReader &Bytes) {
  if (Bytes.string() != "covariance adaptation" ||
      Bytes.number() != Options.Separable || !Bytes.ok())
    return Error("state of an optimizer: not of a covariance adaptation of "
                 "this kind");
  const Error Damaged("state of a covariance adaptation: damaged, or not of " +
                      std::to_string(Center.size()) + " parameters");
  CovarianceAdaptation Read = *this;
  Read.Generation = Bytes.number();
  Read.Sigma = readDouble(Bytes);
  const size_t N = Center.size();
  std::vector<double> Paths[2], Triangle;
  if (!readDoubles(Bytes, N, Read.Center) || !readDoubles(Bytes, N, Paths[0]) ||
      !readDoubles(Bytes, N, Paths[1]) ||
      !readDoubles(Bytes, Options.Separable ? N : N * (N + 1) / 2, Triangle) ||
      Read.Generation > MaxGeneration || !(Read.Sigma > 0) ||
      !std::isfinite(Read.Sigma))
    return Damaged;
  std::copy(Paths[0].begin(), Paths[0].end(), Read.Path.begin());
  std::copy(Paths[1].begin(), Paths[1].end(), Read.SigmaPath.begin());
  auto Next = Triangle.begin();
  for (Eigen::Index C = 0; C < Covariance.cols(); ++C)
    for (Eigen::Index R = C; R < Covariance.rows(); ++R, ++Next) {
      Read.Covariance(R, C) = *Next;
      if (!Options.Separable)
        Read.Covariance(C, R) = *Next;
    }
  if (!Read.decompose())
    return Damaged;
  *this = std::move(Read);
  return Success();
}
} // namespace mlgo
