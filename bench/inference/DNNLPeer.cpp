// A network in oneDNN
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InferencePeer.h"
#include <cstring>
#include <dlfcn.h>
#include <dnnl.hpp>
#include <unordered_map>

namespace mlgo {
namespace {

using Tag = dnnl::memory::format_tag;
constexpr auto F32 = dnnl::memory::data_type::f32;

class DNNLPeer final : public InferencePeer {
public:
  DNNLPeer(const Network &N, size_t Rows)
      : Engine(dnnl::engine::kind::cpu, 0), Stream(Engine) {
    const auto Batch = static_cast<dnnl::memory::dim>(Rows);
    dnnl::memory From({{Batch, N.Layers[0].In}, F32, Tag::ab}, Engine);
    Input = From;
    for (const DenseLayer &L : N.Layers)
      From = addLayer(L, Batch, From);
    Output = From;
    Outputs = Rows * N.Layers.back().Out;
  }

  void run(const float *X, float *Y) override {
    Input.set_data_handle(const_cast<float *>(X));
    for (size_t I = 0; I < Layers.size(); ++I)
      Layers[I].execute(Stream, Arguments[I]);
    Stream.wait();
    std::memcpy(Y, Output.get_data_handle(), Outputs * sizeof(float));
  }

private:
  dnnl::memory addLayer(const DenseLayer &L, dnnl::memory::dim Batch,
                        const dnnl::memory &From) {
    // Weights in whatever order it likes best.
    dnnl::inner_product_forward::desc Desc(
        dnnl::prop_kind::forward_inference, {{Batch, L.In}, F32, Tag::ab},
        {{L.Out, L.In}, F32, Tag::any}, {{L.Out}, F32, Tag::a},
        {{Batch, L.Out}, F32, Tag::ab});
    dnnl::primitive_attr Attributes;
    if (L.ReLU) {
      dnnl::post_ops After;
      After.append_eltwise(1, dnnl::algorithm::eltwise_relu, 0, 0);
      Attributes.set_post_ops(After);
    }
    dnnl::inner_product_forward::primitive_desc Chosen(Desc, Attributes,
                                                       Engine);
    // Ours are [In][Out].
    dnnl::memory Plain({{L.Out, L.In}, F32, Tag::ba}, Engine,
                       const_cast<float *>(L.Weights.data()));
    dnnl::memory Weights(Chosen.weights_desc(), Engine);
    dnnl::reorder(Plain, Weights).execute(Stream, Plain, Weights);
    dnnl::memory Biases({{L.Out}, F32, Tag::a}, Engine);
    std::memcpy(Biases.get_data_handle(), L.Biases.data(),
                L.Out * sizeof(float));
    dnnl::memory To({{Batch, L.Out}, F32, Tag::ab}, Engine);
    Stream.wait();
    Layers.emplace_back(Chosen);
    Arguments.push_back({{DNNL_ARG_SRC, From},
                         {DNNL_ARG_WEIGHTS, Weights},
                         {DNNL_ARG_BIAS, Biases},
                         {DNNL_ARG_DST, To}});
    return To;
  }

  dnnl::engine Engine;
  dnnl::stream Stream;
  dnnl::memory Input, Output;
  size_t Outputs = 0;
  std::vector<dnnl::inner_product_forward> Layers;
  std::vector<std::unordered_map<int, dnnl::memory>> Arguments;
};

} // namespace

std::unique_ptr<InferencePeer> createDNNLPeer(const Network &N, size_t Rows) {
  // One thread, as the others: more of them wait for each other far longer than
  // a network takes.
  if (void *Set = dlsym(RTLD_DEFAULT, "omp_set_num_threads"))
    reinterpret_cast<void (*)(int)>(Set)(1);
  return std::make_unique<DNNLPeer>(N, Rows);
}

size_t sizeOfDNNL() {
  return sizeOfLibrary(reinterpret_cast<const void *>(&dnnl_version));
}

} // namespace mlgo
