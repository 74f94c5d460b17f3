// CMA-ES, full and separable
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/evolve/CovarianceAdaptation.h"
#include "evolve/GaussianNoise.h"
#include "evolve/OptimizerChecks.h"
#include "mlgo/evolve/RewardShaping.h"
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace mlgo {
constexpr size_t MaxPopulation = size_t(1) << 21;

/// Eigen splits long sums into blocks that fit the machine's caches, which
/// changes their rounding. These sizes are those of a common machine.
static void fixBlockSizes() {
  static const bool Done = [] {
    Eigen::setCpuCacheSizes(32 << 10, 512 << 10, 4 << 20);
    return true;
  }();
  static_cast<void>(Done);
}

static double square(double X) { return X * X; }

Result<CovarianceAdaptation>
CovarianceAdaptation::create(std::vector<double> Start,
                             CovarianceAdaptationOptions Options) {
  MLGO_TRY(checkOptimizer(Start, Options.Sigma, Options.MinSurvivors,
                          Options.Scales));
  if (!Options.Separable && Start.size() > MaxFullSize)
    return Error("there are " + std::to_string(Start.size()) +
                 " parameters, expected at most " +
                 std::to_string(MaxFullSize) +
                 " for a full covariance; the separable one has no limit");
  const double Size = static_cast<double>(Start.size());
  if (Options.Population == 0)
    Options.Population = 4 + static_cast<size_t>(3 * exactLog(Size));
  if (Options.Population < 4 || Options.Population > MaxPopulation)
    return Error("population is " + std::to_string(Options.Population) +
                 ", expected 4 to " + std::to_string(MaxPopulation));
  fixBlockSizes();
  CovarianceAdaptation Adaptation;
  Adaptation.Sigma = Options.Sigma;
  Adaptation.Options = std::move(Options);
  Adaptation.Center = std::move(Start);
  const auto N = static_cast<Eigen::Index>(Adaptation.Center.size());
  Adaptation.Path = Adaptation.SigmaPath = Eigen::VectorXd::Zero(N);
  if (Adaptation.Options.Separable)
    Adaptation.Covariance = Eigen::MatrixXd::Ones(N, 1);
  else
    Adaptation.Covariance = Eigen::MatrixXd::Identity(N, N);
  Adaptation.setConstants();
  Adaptation.decompose();
  return Adaptation;
}

void CovarianceAdaptation::setConstants() {
  const double N = static_cast<double>(Center.size());
  const size_t Parents = Options.Population / 2;
  Fixed.Weights.resize(static_cast<Eigen::Index>(Parents));
  double Sum = 0, Squares = 0;
  for (size_t I = 0; I < Parents; ++I) {
    const double Weight =
        exactLog((static_cast<double>(Options.Population) + 1) / 2) -
        exactLog(static_cast<double>(I + 1));
    Fixed.Weights[static_cast<Eigen::Index>(I)] = Weight;
    Sum += Weight;
    Squares += Weight * Weight;
  }
  Fixed.Weights /= Sum;
  const double Mu = Fixed.EffectiveParents = Sum * Sum / Squares;
  Fixed.PathRate = (4 + Mu / N) / (N + 4 + 2 * Mu / N);
  Fixed.SigmaPathRate = (Mu + 2) / (N + Mu + 5);
  Fixed.RankOneRate = 2 / (square(N + 1.3) + Mu);
  Fixed.RankMuRate = 2 * (Mu - 2 + 1 / Mu) / (square(N + 2) + Mu);
  if (Options.Separable) {
    Fixed.RankOneRate = std::min(1.0, Fixed.RankOneRate * (N + 2) / 3);
    Fixed.RankMuRate *= (N + 2) / 3;
  }
  Fixed.RankMuRate = std::min(1 - Fixed.RankOneRate, Fixed.RankMuRate);
  Fixed.Damping = 1 + 2 * std::max(0.0, std::sqrt((Mu - 1) / (N + 1)) - 1) +
                  Fixed.SigmaPathRate;
  Fixed.ExpectedNorm = std::sqrt(N) * (1 - 1 / (4 * N) + 1 / (21 * N * N));
}

Eigen::VectorXd CovarianceAdaptation::noise(size_t Index) const {
  const std::vector<double> Numbers =
      gaussianNoise(Options.Seed, Generation, Index, Center.size());
  return Eigen::Map<const Eigen::VectorXd>(Numbers.data(), Path.size());
}

/// Standard normal noise as a perturbation of deviation 1.
Eigen::VectorXd
CovarianceAdaptation::shape(const Eigen::VectorXd &Noise) const {
  const Eigen::VectorXd Stretched = Lengths.cwiseProduct(Noise);
  if (Options.Separable)
    return Stretched;
  return Axes.lazyProduct(Stretched);
}

std::vector<std::vector<double>> CovarianceAdaptation::ask() const {
  std::vector<std::vector<double>> Candidates(Options.Population, Center);
  for (size_t C = 0; C < Candidates.size(); ++C) {
    const Eigen::VectorXd Shape = shape(noise(C));
    for (size_t I = 0; I < Center.size(); ++I)
      Candidates[C][I] +=
          Sigma * Options.Scales[I] * Shape[static_cast<Eigen::Index>(I)];
  }
  return Candidates;
}

Result<GenerationOutcome>
CovarianceAdaptation::tell(const std::vector<std::optional<double>> &Rewards) {
  if (Rewards.size() != Options.Population)
    return wrongRewards(Rewards.size(), Options.Population);
  std::vector<size_t> Survivors;
  for (size_t I = 0; I < Rewards.size(); ++I)
    if (isReward(Rewards[I]))
      Survivors.push_back(I);
  GenerationOutcome Outcome;
  Outcome.Candidates = Rewards.size();
  Outcome.Survivors = Survivors.size();
  Outcome.Sigma = Sigma;
  const double Needed =
      Options.MinSurvivors * static_cast<double>(Rewards.size());
  if (Survivors.size() < 2 || static_cast<double>(Survivors.size()) < Needed) {
    Outcome.Step = StepKind::TooFewSurvivors;
  } else if (std::all_of(Survivors.begin(), Survivors.end(), [&](size_t I) {
               return *Rewards[I] == *Rewards[Survivors[0]];
             })) {
    Outcome.Step = StepKind::NoDifference;
    Sigma =
        std::min(Sigma * exactExp(0.2 + Fixed.SigmaPathRate / Fixed.Damping),
                 1e3 * Options.Sigma);
  } else {
    double Parents = 0;
    const std::vector<double> Weights = weights(Rewards, Survivors, Parents);
    update(Survivors, Weights, Parents, Outcome);
  }
  ++Generation;
  return Outcome;
}

/// A weight for each of \p Survivors, and in \p Parents how many equal weights
/// would vary as much.
std::vector<double>
CovarianceAdaptation::weights(const std::vector<std::optional<double>> &Rewards,
                              const std::vector<size_t> &Survivors,
                              double &Parents) const {
  std::vector<double> Values;
  for (size_t I : Survivors)
    Values.push_back(*Rewards[I]);
  const std::vector<size_t> Order = orderOfRewards(Values);
  std::vector<double> Weights(Values.size());
  const auto AtRank = [&](size_t Rank) {
    return Rank < static_cast<size_t>(Fixed.Weights.size())
               ? Fixed.Weights[static_cast<Eigen::Index>(Rank)]
               : 0.0;
  };
  double Sum = 0, Squares = 0;
  for (size_t First = 0, End; First < Order.size(); First = End) {
    double Shared = AtRank(First);
    for (End = First + 1;
         End < Order.size() && Values[Order[End]] == Values[Order[First]];
         ++End)
      Shared += AtRank(End);
    Shared /= static_cast<double>(End - First);
    for (size_t I = First; I < End; ++I) {
      Weights[Order[I]] = Shared;
      Sum += Shared;
      Squares += Shared * Shared;
    }
  }
  for (double &Weight : Weights)
    Weight /= Sum;
  Parents = Sum * Sum / Squares;
  return Weights;
}

void CovarianceAdaptation::update(const std::vector<size_t> &Survivors,
                                  const std::vector<double> &Weights,
                                  double Parents, GenerationOutcome &Outcome) {
  const CovarianceAdaptation Before = *this;
  Eigen::VectorXd Noise = Eigen::VectorXd::Zero(Path.size());
  Eigen::VectorXd Step = Noise;
  std::vector<Eigen::VectorXd> Shapes;
  std::vector<double> Used;
  for (size_t I = 0; I < Survivors.size(); ++I) {
    if (Weights[I] == 0)
      continue;
    const Eigen::VectorXd Drawn = noise(Survivors[I]);
    Shapes.push_back(shape(Drawn));
    Used.push_back(Weights[I]);
    Noise += Weights[I] * Drawn;
    Step += Weights[I] * Shapes.back();
  }
  // The mean's step without what the covariance did to it.
  const Eigen::VectorXd Whitened =
      Options.Separable ? Noise : Eigen::VectorXd(Axes.lazyProduct(Noise));
  const double S = Fixed.SigmaPathRate, C = Fixed.PathRate;
  SigmaPath = (1 - S) * SigmaPath + std::sqrt(S * (2 - S) * Parents) * Whitened;
  const double PathNorm = std::sqrt(SigmaPath.squaredNorm());
  const double Told = static_cast<double>(Generation + 1);
  const double Start = 1 - exactExp(2 * Told * exactLog(1 - S));
  const bool IsStalled = PathNorm / std::sqrt(Start) / Fixed.ExpectedNorm >=
                         1.4 + 2 / (static_cast<double>(Center.size()) + 1);
  Path *= 1 - C;
  if (!IsStalled)
    Path += std::sqrt(C * (2 - C) * Parents) * Step;
  for (size_t I = 0; I < Center.size(); ++I)
    Center[I] += Sigma * Options.Scales[I] * Step[static_cast<Eigen::Index>(I)];
  Outcome.GradientNorm = std::sqrt(Step.squaredNorm());
  Outcome.StepNorm = Sigma * Outcome.GradientNorm;
  adapt(Shapes, Used, IsStalled);
  const double Growth =
      std::min(1.0, S / Fixed.Damping * (PathNorm / Fixed.ExpectedNorm - 1));
  Sigma *= exactExp(Growth);
  const bool IsFinite = allFinite(Center) && Path.allFinite() &&
                        SigmaPath.allFinite() && Sigma > 0 &&
                        std::isfinite(Sigma) && Covariance.allFinite();
  if (IsFinite && decompose())
    return;
  *this = Before;
  Outcome.Step = StepKind::NotFinite;
  Outcome.GradientNorm = Outcome.StepNorm = 0;
}

/// The rank-one and rank-mu updates. While the step size is growing fast, the
/// path stands still (\p IsStalled), and what it lacks is made up for.
void CovarianceAdaptation::adapt(const std::vector<Eigen::VectorXd> &Shapes,
                                 const std::vector<double> &Weights,
                                 bool IsStalled) {
  const double One = Fixed.RankOneRate, Mu = Fixed.RankMuRate;
  const double Kept =
      1 - One - Mu +
      (IsStalled ? One * Fixed.PathRate * (2 - Fixed.PathRate) : 0);
  Covariance *= Kept;
  const auto Add = [&](double Rate, const Eigen::VectorXd &V) {
    if (Options.Separable)
      Covariance.col(0) += Rate * V.cwiseAbs2();
    else
      Covariance += (Rate * V).lazyProduct(V.transpose());
  };
  Add(One, Path);
  for (size_t I = 0; I < Shapes.size(); ++I)
    Add(Mu * Weights[I], Shapes[I]);
}

/// Computes Axes and Lengths; false if Covariance is none. Lengths that fell
/// below a 10^7th of the longest are raised to it.
bool CovarianceAdaptation::decompose() {
  Eigen::VectorXd Squares;
  if (Options.Separable) {
    Squares = Covariance.col(0);
  } else {
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Solver(Covariance);
    if (Solver.info() != Eigen::Success)
      return false;
    Squares = Solver.eigenvalues();
    Axes = Solver.eigenvectors();
  }
  const double Largest = Squares.maxCoeff();
  if (!(Largest > 0) || !std::isfinite(Largest) ||
      Squares.minCoeff() < -1e-8 * Largest)
    return false;
  Lengths = Squares.cwiseMax(1e-14 * Largest).cwiseSqrt();
  return true;
}
} // namespace mlgo
