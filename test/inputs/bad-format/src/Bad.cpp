// Not as clang-format writes it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

int  twice( int Value ) { return 2*Value; }
