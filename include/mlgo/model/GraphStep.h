// What a kernel of a graph works on
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>
#include <cstdint>

namespace mlgo {
/// One dimension of a step that walks over its output element by element: how
/// far each input moves when the output's index does.
struct GraphAxis {
  int64_t Size;
  int64_t Strides[3];
};

/// The arguments of a kernel; the meaning of the numbers is the kernel's.
struct GraphArguments {
  const void *Inputs[3];
  void *Output;
  size_t Count; ///< Elements of the output.
  size_t Rows;
  size_t Inner;
  int64_t Parameter;
  const GraphAxis *Axes; ///< Outermost first.
  size_t AxisCount;      ///< 1 to MaxGraphRank where axes are used.
};

/// Fills Output from Inputs. Never fails, never allocates.
using GraphKernel = void (*)(const GraphArguments &);
} // namespace mlgo
