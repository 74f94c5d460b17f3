// A network in XNNPACK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InferencePeer.h"
#include <algorithm>
#include <limits>
#include <xnnpack.h>

namespace mlgo {
namespace {

class XNNPACKPeer final : public InferencePeer {
public:
  ~XNNPACKPeer() override {
    for (xnn_operator_t Layer : Layers)
      xnn_delete_operator(Layer);
  }

  /// False where XNNPACK refuses.
  bool create(const Network &N, size_t TheRows) {
    Rows = TheRows;
    Inputs = Rows * N.Layers[0].In;
    // It reads beyond what it needs.
    const auto Buffer = [&](size_t Columns) {
      return std::vector<float>(Rows * Columns + XNN_EXTRA_BYTES);
    };
    Activations.push_back(Buffer(N.Layers[0].In));
    for (const DenseLayer &L : N.Layers)
      Activations.push_back(Buffer(L.Out));
    Outputs = Rows * N.Layers.back().Out;
    constexpr float Infinite = std::numeric_limits<float>::infinity();
    for (size_t I = 0; I < N.Layers.size(); ++I) {
      const DenseLayer &L = N.Layers[I];
      xnn_operator_t Layer = nullptr;
      // Ours are [In][Out], for which it has a flag.
      if (xnn_create_fully_connected_nc_f32(
              L.In, L.Out, L.In, L.Out, L.Weights.data(), L.Biases.data(),
              L.ReLU ? 0 : -Infinite, Infinite, XNN_FLAG_TRANSPOSE_WEIGHTS,
              &Layer) != xnn_status_success)
        return false;
      Layers.push_back(Layer);
      if (xnn_setup_fully_connected_nc_f32(Layer, Rows, Activations[I].data(),
                                           Activations[I + 1].data(),
                                           nullptr) != xnn_status_success)
        return false;
    }
    return true;
  }

  void run(const float *X, float *Y) override {
    std::copy_n(X, Inputs, Activations[0].data());
    for (xnn_operator_t Layer : Layers)
      xnn_run_operator(Layer, nullptr);
    std::copy_n(Activations.back().data(), Outputs, Y);
  }

private:
  size_t Rows = 0, Inputs = 0, Outputs = 0;
  std::vector<xnn_operator_t> Layers;
  std::vector<std::vector<float>> Activations;
};

} // namespace

std::unique_ptr<InferencePeer> createXNNPACKPeer(const Network &N,
                                                 size_t Rows) {
  auto Peer = std::make_unique<XNNPACKPeer>();
  if (xnn_initialize(nullptr) != xnn_status_success || !Peer->create(N, Rows))
    return nullptr;
  return Peer;
}

size_t sizeOfXNNPACK() {
  return sizeOfLibrary(reinterpret_cast<const void *>(&xnn_initialize));
}

} // namespace mlgo
