// What two translation units compute
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

// Trees with ranges, and networks: masked, of all types; flipping.
#include "AotTest11.h"
#include "AotTest13.h"
#include "AotTest2.h"

template <typename Generated> int firstByteOfAnswer() {
  static Generated Compiled;
  const int Input = Compiled.LookupArgIndex("feed_input_0");
  std::memset(Compiled.arg_data(Input), 3, 1);
  Compiled.Run();
  return *static_cast<const unsigned char *>(Compiled.result_data(0)) +
         Compiled.Abstained();
}

inline int sumOfAnswers() {
  return firstByteOfAnswer<AotTest2>() + firstByteOfAnswer<AotTest11>() +
         firstByteOfAnswer<AotTest13>();
}

int sumInOtherUnit();
