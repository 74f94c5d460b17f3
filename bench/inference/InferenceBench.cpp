// A policy in our code and in that of others
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//
// All run the same weights on the same inputs, and all answers are checked.
// Others get the transformed inputs of networks as an array; ours transforms
// them, too, but for "layers".
//
//===----------------------------------------------------------------------===//

#include "../Decisions.h"
#include "Evict80.h"
#include "EvictO2.h"
#include "Floors.h"
#include "Imitation.h"
#include "InferenceModels.h"
#include "InferencePeer.h"
#include "InlineSize.h"
#include "InlineWasm.h"
#include "Measurement.h"
#include "Net40.h"
#include "Net64.h"
#include "Questions.h"
#include <cmath>
#include <cstring>
#include <functional>
#include <map>

// What WriteInferenceModels.cpp generates.
#define MLGO_PLAIN_NETWORKS(X)                                                 \
  X(EvictO2) X(Imitation) X(Net40) X(Net64) X(Evict80)
#define MLGO_PLAIN_TREES(X) X(InlineSize) X(InlineWasm)
extern "C" {
#define MLGO_DECLARE(C)                                                        \
  void C##_O2(const float *, float *);                                         \
  void C##_O3(const float *, float *);
MLGO_PLAIN_NETWORKS(MLGO_DECLARE)
#undef MLGO_DECLARE
#define MLGO_DECLARE(C)                                                        \
  int64_t C##_O2(const int64_t *);                                             \
  int64_t C##_O3(const int64_t *);
MLGO_PLAIN_TREES(MLGO_DECLARE)
#undef MLGO_DECLARE
}

using namespace mlgo;

namespace {

/// Questions of every shape; many for trees, whose branches must not be learned
/// by heart, and few for networks, whose inputs must not fill the caches.
const Questions &questionsOf(const InferenceShape &S) {
  static std::map<std::string, std::unique_ptr<Questions>> Known;
  auto &Q = Known[S.Name];
  if (!Q) {
    const Model M = inferenceModel(S, MLGO_MODELS);
    Q = std::make_unique<Questions>(M, M.isNetwork() ? 4 : 512);
  }
  return *Q;
}

/// Registers "<shape>/<who>"; \p Run(State, Questions) measures and checks.
/// \p Bytes is of code that only this one needs.
void add(const InferenceShape &S, const std::string &Who, size_t Bytes,
         std::function<void(benchmark::State &, const Questions &)> Run) {
  benchmark::RegisterBenchmark((std::string(S.Name) + "/" + Who).c_str(),
                               [&S, Bytes, Run](benchmark::State &State) {
                                 Run(State, questionsOf(S));
                                 if (Bytes)
                                   State.counters["library_bytes"] =
                                       static_cast<double>(Bytes);
                               })
      ->UseManualTime();
}

/// Times \p Decide, which maps a question to the answer.
template <typename F>
void measureAnswers(benchmark::State &State, const Questions &Q, F Decide) {
  for (const Questions::Question &One : Q.All)
    if (Decide(One) != One.Answer)
      return State.SkipWithError("wrong answer");
  measureDecisions(State, Q.All.size(), [&](size_t I) {
    int64_t Answer = Decide(Q.All[I]);
    benchmark::DoNotOptimize(Answer);
  });
}

/// Times \p Run, from transformed inputs to logits.
template <typename F>
void measureLogits(benchmark::State &State, const Questions &Q, F Run) {
  std::vector<float> Y(Q.All[0].Logits.size() + 16);
  for (const Questions::Question &One : Q.All) {
    Run(One.X.data(), Y.data());
    for (size_t I = 0; I < One.Logits.size(); ++I)
      if (!(std::abs(Y[I] - One.Logits[I]) <=
            1e-4f * (1 + std::abs(One.Logits[I]))))
        return State.SkipWithError("wrong logits");
  }
  measureDecisions(State, Q.All.size(), [&](size_t I) {
    Run(Q.All[I].X.data(), Y.data());
    benchmark::DoNotOptimize(Y.data());
    benchmark::ClobberMemory();
  });
}

/// Our generated class. Inputs are copied as few tensors as they can.
template <typename Generated>
void measureGenerated(benchmark::State &State, const Questions &Q) {
  auto Compiled = std::make_unique<Generated>();
  struct Copy {
    void *To;
    size_t Size;
  };
  std::vector<Copy> Copies;
  for (size_t I = 0; I < Q.M.Inputs.size(); ++I) {
    void *To = Compiled->arg_data(static_cast<int>(I));
    const size_t Size = Q.M.Inputs[I].getTotalTensorBufferSize();
    if (!Copies.empty() &&
        static_cast<char *>(Copies.back().To) + Copies.back().Size == To)
      Copies.back().Size += Size;
    else
      Copies.push_back({To, Size});
  }
  State.counters["bytes"] = sizeof(Generated);
  measureAnswers(State, Q, [&](const Questions::Question &One) {
    const uint8_t *From = One.Inputs.data();
    for (const Copy &C : Copies) {
      std::memcpy(C.To, From, C.Size);
      From += C.Size;
    }
    Compiled->Run();
    return *static_cast<const int64_t *>(Compiled->result_data(0));
  });
}

void measureLoaded(benchmark::State &State, const Questions &Q) {
  LoadedModel Loaded = std::move(*LoadedModel::create(Q.M));
  measureAnswers(State, Q, [&](const Questions::Question &One) {
    return Loaded.evaluate(One.Inputs.data());
  });
}

/// Our layers alone, as AotNetwork calls them.
void measureLayers(benchmark::State &State, const Questions &Q) {
  const auto &N = std::get<Network>(Q.M.Policy);
  const auto Floats = [](size_t Count) {
    return TensorBuffer(
        TensorSpec::createSpec<float>("", {static_cast<int64_t>(Count)}));
  };
  struct Layer {
    uint32_t In, Stride;
    bool ReLU;
    TensorBuffer W, B, Y;
  };
  std::vector<Layer> Layers;
  for (const DenseLayer &L : N.Layers) {
    const uint32_t Stride = denseStride(L.Out);
    Layers.push_back({L.In, Stride, L.ReLU, Floats(size_t(L.In) * Stride),
                      Floats(Stride), Floats(Stride)});
    for (uint32_t I = 0; I < L.In; ++I)
      std::copy_n(&L.Weights[size_t(I) * L.Out], L.Out,
                  Layers.back().W.as<float>() + size_t(I) * Stride);
    std::copy_n(L.Biases.data(), L.Out, Layers.back().B.as<float>());
  }
  const DenseFunction Dense = getDenseFunction(bestVectorWidth());
  const uint32_t In = Layers[0].In, Out = N.Layers.back().Out;
  measureLogits(State, Q, [&](const float *X, float *Y) {
    for (size_t C = 0; C < Q.M.columns(); ++C) {
      const float *From = X + C * In;
      for (Layer &L : Layers) {
        Dense(From, L.In, L.Stride, L.W.as<float>(), L.B.as<float>(), L.ReLU,
              L.Y.as<float>());
        From = L.Y.as<float>();
      }
      std::copy_n(From, Out, Y + C * Out);
    }
  });
}

using PlainNetwork = void (*)(const float *, float *);
using PlainTrees = int64_t (*)(const int64_t *);

/// Generated C, one row at a time.
void addPlain(const InferenceShape &S, const char *Level, PlainNetwork Run) {
  add(S, std::string("plain C -") + Level, 0,
      [Run](benchmark::State &State, const Questions &Q) {
        const auto &N = std::get<Network>(Q.M.Policy);
        const uint32_t In = N.Layers[0].In, Out = N.Layers.back().Out;
        measureLogits(State, Q, [&](const float *X, float *Y) {
          for (size_t C = 0; C < Q.M.columns(); ++C)
            Run(X + C * In, Y + C * Out);
        });
      });
}

void addPlain(const InferenceShape &S, const char *Level, PlainTrees Run) {
  add(S, std::string("if and else -") + Level, 0,
      [Run](benchmark::State &State, const Questions &Q) {
        for (const Questions::Question &One : Q.All)
          if (Run(reinterpret_cast<const int64_t *>(One.Inputs.data())) !=
              One.Score)
            return State.SkipWithError("wrong score");
        measureDecisions(State, Q.All.size(), [&](size_t I) {
          int64_t Score =
              Run(reinterpret_cast<const int64_t *>(Q.All[I].Inputs.data()));
          benchmark::DoNotOptimize(Score);
        });
      });
}

void addPeer(const InferenceShape &S, const PeerKind &Kind) {
  add(S, Kind.Name, Kind.CodeBytes,
      [Kind](benchmark::State &State, const Questions &Q) {
        auto Peer = Kind.Create(std::get<Network>(Q.M.Policy), Q.M.columns());
        if (!Peer)
          return State.SkipWithError("refused");
        measureLogits(State, Q,
                      [&](const float *X, float *Y) { Peer->run(X, Y); });
      });
}

template <typename Generated> void addOurs(const InferenceShape &S) {
  add(S, "ours", 0, measureGenerated<Generated>);
  add(S, "ours, from a file", 0, measureLoaded);
}

const InferenceShape &shapeOf(const char *Class) {
  for (const InferenceShape &S : InferenceShapes)
    if (!std::strcmp(S.ClassName, Class))
      return S;
  std::abort();
}

} // namespace

int main(int Argc, char **Argv) {
  registerFloors();
  const std::vector<PeerKind> Peers = findPeers();
#define MLGO_ADD(C)                                                            \
  addOurs<C>(shapeOf(#C));                                                     \
  addPlain(shapeOf(#C), "O2", C##_O2);                                         \
  addPlain(shapeOf(#C), "O3", C##_O3);
  MLGO_PLAIN_TREES(MLGO_ADD)
  MLGO_PLAIN_NETWORKS(MLGO_ADD)
#undef MLGO_ADD
  for (const InferenceShape &S : InferenceShapes) {
    if (!inferenceModel(S, MLGO_MODELS).isNetwork())
      continue;
    add(S, "our layers", 0, measureLayers);
    for (const PeerKind &Kind : Peers)
      addPeer(S, Kind);
  }
  return runBenchmarks(Argc, Argv);
}
