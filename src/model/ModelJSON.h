// Networks that were trained elsewhere
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A network in JSON, for trainers in any language. SPEC is a TensorSpec; the
// keys behind the first five may be left out.
//
//   {"task": "inline-oz",
//    "inputs": [SPEC, ...],
//    "output": SPEC,
//    "transforms": [{"kind": "log2", "input": 0, "scale": 0.125},
//                   {"kind": "scale", "input": 1, "scale": 0.01,
//                    "low": 0, "high": 100},
//                   {"kind": "quantile", "input": 1, "scale": 0.5,
//                    "edges": [3, 17]}, ...],
//    "layers": [{"relu": true, "weights": [[..], ..], "biases": [..]}, ...],
//    "decision": "argmax" or "masked argmax" or "flip the default"
//                or "add to the default",
//    "default_input": "NAME", "mask_input": "NAME",
//    "levels": ["Oz"], "targets": ["x86-64"],
//    "provenance": {"KEY": "VALUE", ...}}
//
// Transforms are those of InputTransform, one for each number that the first
// layer sees; weights are [in][out]. The answer is the largest output of the
// last layer.

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// Parses and validates. The error says which key is missing or wrong.
Result<Model> parseModelJSON(std::string_view Text);
} // namespace mlgo
