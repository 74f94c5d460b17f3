; The policy compiled ahead of time into the plugin and the model file that it
; was compiled from decide alike.
;
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-stats -S %S/pass-through.ll -o %t.built-in 2>%t.stats
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%models/inline-size.mlgo -S %S/pass-through.ll -o %t.loaded
; RUN: cmp %t.built-in %t.loaded
; RUN: FileCheck %s < %t.stats

; CHECK: mlgo-inline-stats module={{.*}} decisions={{[1-9]}}
