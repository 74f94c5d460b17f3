// CMA-ES, full and separable
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/evolve/Optimizer.h"
#include <Eigen/Core>

namespace mlgo {
/// How a CovarianceAdaptation samples, and from what it begins.
struct CovarianceAdaptationOptions {
  uint64_t Seed = 1;
  /// Candidates of a generation; 0: 4 + 3 ln n.
  size_t Population = 0;
  /// Deviation to begin with, in units of the scales.
  double Sigma = 0.1;
  std::vector<double> Scales; ///< As in EvolutionStrategyOptions.
  double MinSurvivors = 0.4;  ///< Share of candidates.
  /// Adapts only the diagonal: time and memory linear in the parameters, and
  /// faster learning of what can be learned (Ros, Hansen, PPSN 2008).
  bool Separable = false;
};

/// The evolution strategy that adapts the covariance of its perturbations
/// (Hansen, arXiv 1604.00772) with its default constants and positive weights.
/// A lost reward drops its candidate; equal rewards share their weights. When
/// all rewards are equal the deviation grows, to leave the plateau.
///
/// The full covariance is decomposed in each generation: at most 1,024
/// parameters. To have the same bits everywhere, the first one made fixes the
/// block sizes of Eigen for the process, which it else chooses by the machine's
/// caches.
class CovarianceAdaptation final : public Optimizer {
public:
  static constexpr size_t MaxFullSize = 1024;

  /// Fails on options without a meaning, naming them.
  static Result<CovarianceAdaptation>
  create(std::vector<double> Start, CovarianceAdaptationOptions Options);

  size_t size() const override { return Center.size(); }
  std::vector<std::vector<double>> ask() const override;
  Result<GenerationOutcome>
  tell(const std::vector<std::optional<double>> &Rewards) override;
  const std::vector<double> &center() const override { return Center; }
  uint64_t generation() const override { return Generation; }
  double sigma() const { return Sigma; }
  void save(ByteWriter &Bytes) const override;
  Status restore(ByteReader &Bytes) override;

private:
  /// Numbers that follow from the size and the population.
  struct Constants {
    Eigen::VectorXd Weights; ///< For the better half, best first; the sum is 1.
    double EffectiveParents = 0;
    double PathRate = 0, SigmaPathRate = 0;
    double RankOneRate = 0, RankMuRate = 0;
    double Damping = 0;
    double ExpectedNorm = 0; ///< How long a standard normal vector is.
  };

  CovarianceAdaptation() = default;

  void setConstants();
  Eigen::VectorXd noise(size_t Index) const;
  Eigen::VectorXd shape(const Eigen::VectorXd &Noise) const;
  std::vector<double> weights(const std::vector<std::optional<double>> &Rewards,
                              const std::vector<size_t> &Survivors,
                              double &Parents) const;
  void update(const std::vector<size_t> &Survivors,
              const std::vector<double> &Weights, double Parents,
              GenerationOutcome &Outcome);
  void adapt(const std::vector<Eigen::VectorXd> &Shapes,
             const std::vector<double> &Weights, bool IsStalled);
  bool decompose();

  CovarianceAdaptationOptions Options;
  Constants Fixed;

  // The state.
  std::vector<double> Center;
  uint64_t Generation = 0;
  double Sigma = 0;
  Eigen::VectorXd Path, SigmaPath;
  Eigen::MatrixXd Covariance; ///< [n][n], or [n][1]: its diagonal.

  // Covariance is Axes Lengths^2 Axes^T.
  Eigen::MatrixXd Axes; ///< Nothing if Separable.
  Eigen::VectorXd Lengths;
};
} // namespace mlgo
