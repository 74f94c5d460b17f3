// What some targets' libraries lack
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/Target.h"
#include "embedded/BareMetalRuntime.h"
#include "embedded/WasmRuntime.h"

namespace mlgo {
namespace {} // namespace

const char *BuildTarget::runtime() const {
  return isWasm()        ? embedded::WasmRuntime
         : isBareMetal() ? embedded::BareMetalRuntime
                         : "";
}
} // namespace mlgo
