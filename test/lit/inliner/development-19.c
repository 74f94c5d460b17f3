// The same for clang 19: rewards change no object, and the size is right.
//
// REQUIRES: llvm-19
// RUN: rm -rf %t && mkdir %t
// RUN: clang-19 -Oz -ffunction-sections -fdata-sections -fpass-plugin=%plugin-19 -c %S/development.c -o %t/release.o
// RUN: for reward in none native functions; do env MLGO_INLINE_MODE=development MLGO_INLINE_MODEL=%models/inline-size.mlgo MLGO_INLINE_TRAINING_LOG=%t/$reward.log MLGO_INLINE_REWARD=$reward clang-19 -Oz -ffunction-sections -fdata-sections -fpass-plugin=%plugin-19 -c %S/development.c -o %t/$reward.o && cmp %t/release.o %t/$reward.o && mlgo log check %t/$reward.log || exit 1; done
// RUN: llvm-size %t/release.o | awk 'NR == 2 {print $1}' > %t/size
// RUN: mlgo log to-csv %t/native.log | sed -n '$s/.*,//p' | cmp - %t/size
// RUN: mlgo log to-csv %t/functions.log | FileCheck %S/development.c --check-prefix=CHANGES
