// Fits networks to decisions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/NetworkTrainer.h"
#include "mlgo/learn/PolicyScore.h"
#include "mlgo/support/Random.h"
#include <cmath>
#include <numeric>

namespace mlgo {
namespace {
/// exp(X) to about 1e-7, relatively, for |X| <= 60, from operations that round
/// the same everywhere. The C library's picks code by CPU.
float exponential(float X) {
  X = std::clamp(X, -60.f, 60.f);
  const float N = std::floor(X * 1.44269504f + 0.5f);
  // ln 2 in two parts: N times the first is exact.
  const float R = (X - N * 0.693359375f) + N * 2.12194440e-4f;
  float Sum = 1.f / 5040;
  for (float C : {1.f / 720, 1.f / 120, 1.f / 24, 1.f / 6, 0.5f, 1.f, 1.f})
    Sum = Sum * R + C;
  return std::ldexp(Sum, static_cast<int>(N));
}

/// One array of parameters with the moments of its gradients.
struct Parameters {
  std::vector<float> &Values;
  std::vector<float> Gradient, Mean, Square;

  explicit Parameters(std::vector<float> &Values)
      : Values(Values), Gradient(Values.size()), Mean(Values.size()),
        Square(Values.size()) {}

  void step(float Rate, float MeanScale, float SquareScale, float Decay) {
    for (size_t I = 0; I < Values.size(); ++I) {
      const float G = Gradient[I];
      Mean[I] = 0.9f * Mean[I] + 0.1f * G;
      Square[I] = 0.999f * Square[I] + 0.001f * G * G;
      Values[I] -= Rate * (Mean[I] * MeanScale /
                               (std::sqrt(Square[I] * SquareScale) + 1e-8f) +
                           Decay * Values[I]);
      Gradient[I] = 0;
    }
  }
};

class NetworkTrainer {
public:
  NetworkTrainer(const TrainingSet &Set, const NetworkOptions &Options)
      : Set(Set), Options(Options), Numbers(Options.Seed), ClassWeights{1, 1} {}

  Result<Network> run();

private:
  void createLayers();
  void balanceClasses();
  std::vector<float> transformRows(const std::vector<uint32_t> &Rows) const;
  float forward(const float *X);
  void backward(const float *X, float Slope);
  void trainEpoch(unsigned Epoch);
  void step(float Rate);
  double validate();

  const TrainingSet &Set;
  const NetworkOptions &Options;
  Random Numbers;
  Network Net;
  float ClassWeights[2];
  double WeightScale = 1; ///< Makes the mean weight 1.
  std::vector<float> TrainInputs, ValidationInputs; ///< [rows][Transforms].
  std::vector<Parameters> Arrays; ///< Weights and biases, layer by layer.
  std::vector<std::vector<float>> Activations; ///< After each layer.
  std::vector<std::vector<float>> Slopes;      ///< The loss's, by them.
  float MeanPower = 1, SquarePower = 1;        ///< Adam's decay rates to the t.
};

void NetworkTrainer::createLayers() {
  std::vector<uint32_t> Widths = {static_cast<uint32_t>(Net.Transforms.size())};
  Widths.insert(Widths.end(), Options.Hidden.begin(), Options.Hidden.end());
  Widths.push_back(2);
  for (size_t I = 0; I + 1 < Widths.size(); ++I) {
    DenseLayer &L = Net.Layers.emplace_back();
    L.In = Widths[I];
    L.Out = Widths[I + 1];
    L.ReLU = I + 2 < Widths.size();
    // He et al.: Delving Deep into Rectifiers, 2015; the uniform form.
    const float Limit = std::sqrt(6.f / static_cast<float>(L.In));
    for (size_t J = 0; J < size_t(L.In) * L.Out; ++J)
      L.Weights.push_back(Limit *
                          static_cast<float>(2 * Numbers.uniform() - 1));
    L.Biases.resize(L.Out);
    Activations.emplace_back(L.Out);
    Slopes.emplace_back(L.Out);
  }
  for (DenseLayer &L : Net.Layers) {
    Arrays.emplace_back(L.Weights);
    Arrays.emplace_back(L.Biases);
  }
}

void NetworkTrainer::balanceClasses() {
  double Totals[2] = {0, 0};
  for (uint32_t Row : Set.Train)
    Totals[Set.Targets[Row] > 0] += double(Set.Weights[Row]);
  const double Total = Totals[0] + Totals[1];
  if (Options.BalanceClasses && Totals[0] > 0 && Totals[1] > 0)
    for (int Class : {0, 1})
      ClassWeights[Class] = static_cast<float>(Total / (2 * Totals[Class]));
  WeightScale = static_cast<double>(Set.Train.size()) / Total;
}

std::vector<float>
NetworkTrainer::transformRows(const std::vector<uint32_t> &Rows) const {
  const size_t Width = Net.Transforms.size();
  std::vector<float> Values(Rows.size() * Width);
  for (size_t I = 0; I < Rows.size(); ++I)
    transformInputs(Net.Transforms, *Set.Data, Set.Inputs, Rows[I],
                    &Values[I * Width]);
  return Values;
}

/// Logit 1 minus logit 0.
float NetworkTrainer::forward(const float *X) {
  for (size_t N = 0; N < Net.Layers.size(); ++N) {
    const DenseLayer &L = Net.Layers[N];
    float *Y = Activations[N].data();
    std::copy(L.Biases.begin(), L.Biases.end(), Y);
    for (uint32_t I = 0; I < L.In; ++I) {
      const float Value = X[I];
      if (Value == 0)
        continue;
      const float *Weights = &L.Weights[size_t(I) * L.Out];
      for (uint32_t J = 0; J < L.Out; ++J)
        Y[J] += Value * Weights[J];
    }
    if (L.ReLU)
      for (uint32_t J = 0; J < L.Out; ++J)
        Y[J] = Y[J] > 0 ? Y[J] : 0;
    X = Y;
  }
  return X[1] - X[0];
}

/// Adds to the gradients, given the loss's \p Slope by logit 1 (the one by
/// logit 0 is its negative). Follows forward() on the same \p X.
void NetworkTrainer::backward(const float *X, float Slope) {
  Slopes.back() = {-Slope, Slope};
  for (size_t N = Net.Layers.size(); N-- > 0;) {
    const DenseLayer &L = Net.Layers[N];
    const float *In = N ? Activations[N - 1].data() : X;
    float *InSlopes = N ? Slopes[N - 1].data() : nullptr;
    const float *OutSlopes = Slopes[N].data();
    float *BiasGradient = Arrays[2 * N + 1].Gradient.data();
    for (uint32_t J = 0; J < L.Out; ++J)
      BiasGradient[J] += OutSlopes[J];
    for (uint32_t I = 0; I < L.In; ++I) {
      // Neither a zero input nor a silent neuron passes anything on.
      if (In[I] == 0) {
        if (InSlopes)
          InSlopes[I] = 0;
        continue;
      }
      float *Gradient = &Arrays[2 * N].Gradient[size_t(I) * L.Out];
      for (uint32_t J = 0; J < L.Out; ++J)
        Gradient[J] += In[I] * OutSlopes[J];
      if (!InSlopes)
        continue;
      float Sum = 0;
      for (uint32_t J = 0; J < L.Out; ++J)
        Sum += L.Weights[size_t(I) * L.Out + J] * OutSlopes[J];
      InSlopes[I] = Sum;
    }
  }
}

void NetworkTrainer::step(float Rate) {
  MeanPower *= 0.9f;
  SquarePower *= 0.999f;
  for (size_t I = 0; I < Arrays.size(); ++I)
    Arrays[I].step(Rate, 1 / (1 - MeanPower), 1 / (1 - SquarePower),
                   I % 2 ? 0 : Options.WeightDecay);
}

void NetworkTrainer::trainEpoch(unsigned Epoch) {
  const size_t Width = Net.Transforms.size();
  std::vector<uint32_t> Order(Set.Train.size());
  std::iota(Order.begin(), Order.end(), 0);
  Numbers.shuffle(Order);
  for (size_t Begin = 0; Begin < Order.size(); Begin += Options.Batch) {
    const size_t End = std::min(Begin + Options.Batch, Order.size());
    for (size_t I = Begin; I < End; ++I) {
      const uint32_t Row = Set.Train[Order[I]];
      const float *X = &TrainInputs[Order[I] * Width];
      const bool Target = Set.Targets[Row] > 0;
      const float Weight = static_cast<float>(
          WeightScale * double(Set.Weights[Row]) *
          double(ClassWeights[Target]) / static_cast<double>(End - Begin));
      const float Probability = 1 / (1 + exponential(-forward(X)));
      backward(X, Weight * (Probability - static_cast<float>(Target)));
    }
    const double Done =
        (Epoch - 1 + static_cast<double>(End) / double(Order.size())) /
        Options.Epochs;
    step(Options.LearningRate * static_cast<float>(1 - Done));
  }
}

double NetworkTrainer::validate() {
  const size_t Width = Net.Transforms.size();
  double Agreed = 0, Total = 0;
  for (size_t I = 0; I < Set.Validation.size(); ++I) {
    const uint32_t Row = Set.Validation[I];
    const bool Answer = forward(&ValidationInputs[I * Width]) > 0;
    const double Weight = double(Set.Weights[Row]);
    Total += Weight;
    Agreed += Answer == (Set.Targets[Row] > 0) ? Weight : 0;
  }
  return Total > 0 ? Agreed / Total : 0;
}

Result<Network> NetworkTrainer::run() {
  if (Set.Train.empty() || !Options.Epochs || !Options.Batch)
    return Error("nothing to learn: " + std::to_string(Set.Train.size()) +
                 " examples, " + std::to_string(Options.Epochs) +
                 " epochs, batches of " + std::to_string(Options.Batch));
  Net.Transforms = fitTransforms(Set, Options.Transforms);
  if (Net.Transforms.empty())
    return Error("all inputs are constant in " +
                 std::to_string(Set.Train.size()) + " examples");
  createLayers();
  balanceClasses();
  TrainInputs = transformRows(Set.Train);
  ValidationInputs = transformRows(Set.Validation);
  std::vector<DenseLayer> Best;
  double BestAgreement = -1;
  unsigned BestEpoch = 0;
  for (unsigned Epoch = 1; Epoch <= Options.Epochs; ++Epoch) {
    trainEpoch(Epoch);
    const double Agreement = validate();
    if (Options.Progress)
      Options.Progress(Epoch, Agreement);
    if (Agreement > BestAgreement || Set.Validation.empty()) {
      BestAgreement = Agreement;
      BestEpoch = Epoch;
      Best = Net.Layers;
    }
    if (Options.Patience && Epoch >= BestEpoch + Options.Patience)
      break;
  }
  Net.Layers = std::move(Best);
  return std::move(Net);
}
} // namespace

Result<Network> trainNetwork(const TrainingSet &Set,
                             const NetworkOptions &Options) {
  return NetworkTrainer(Set, Options).run();
}
} // namespace mlgo
