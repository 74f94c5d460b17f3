; A model that cannot be used ends in one diagnostic that names the fault, and
; in the stock heuristic's code; or in a failed compilation, if that is wanted.
;
; RUN: opt -passes='default<Oz>' -S %s -o %t.stock
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%t.none -S %s -o %t.ll 2>%t.err
; RUN: cmp %t.stock %t.ll
; RUN: FileCheck %s --check-prefix=MISSING < %t.err
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%policies/corrupt.mlgo -S %s -o %t.ll 2>%t.err
; RUN: cmp %t.stock %t.ll
; RUN: FileCheck %s --check-prefix=CORRUPT < %t.err
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%s -S %s -o %t.ll 2>%t.err
; RUN: cmp %t.stock %t.ll
; RUN: FileCheck %s --check-prefix=FOREIGN < %t.err
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%policies -S %s -o %t.ll 2>%t.err
; RUN: FileCheck %s --check-prefix=FOLDER < %t.err
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%policies/other-task.mlgo -S %s -o %t.ll 2>%t.err
; RUN: FileCheck %s --check-prefix=TASK < %t.err
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%policies/needs-more.mlgo -S %s -o %t.ll 2>%t.err
; RUN: cmp %t.stock %t.ll
; RUN: FileCheck %s --check-prefix=FUTURE < %t.err
; RUN: not opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%t.none -mlgo-inline-require-model -S %s -o %t.ll 2>%t.err
; RUN: FileCheck %s --check-prefix=REQUIRED < %t.err

; MISSING: warning: mlgo inliner: {{.*}}.none: cannot open: No such file or directory; using the stock heuristic instead
; MISSING-NOT: {{.}}
; CORRUPT: warning: mlgo inliner: {{.*}}corrupt.mlgo: {{.*}}; using the stock heuristic instead
; FOREIGN: warning: mlgo inliner: {{.*}}bad-model.ll: not a model file: identifier is not MLGO;
; FOLDER: warning: mlgo inliner: {{.*}}: is not a regular file;
; TASK: warning: mlgo inliner: {{.*}}other-task.mlgo: task is 'regalloc-evict', expected 'inline-oz';
; FUTURE: warning: mlgo inliner: {{.*}}needs-more.mlgo: model needs input 'feature_of_the_future', which is not among the
; REQUIRED: error: mlgo inliner: {{.*}}.none: cannot open: No such file or directory

target triple = "x86_64-pc-linux-gnu"

define i32 @callee(i32 %x) minsize optsize {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @caller(i32 %x) minsize optsize {
  %a = call i32 @callee(i32 %x)
  ret i32 %a
}
