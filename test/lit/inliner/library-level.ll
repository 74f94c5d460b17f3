; Functions that ask for no level get that of an LTO link for size, where the
; user asks for it; what was compiled with the plugin keeps its level.

; RUN: opt-22 -S -load-pass-plugin=%plugin-22 -mlgo-inline-small-std \
; RUN:   -passes='lto<Oz>' %s | FileCheck %s --check-prefixes=ALL,Z
; RUN: opt-22 -S -load-pass-plugin=%plugin-22 -mlgo-inline-small-std \
; RUN:   -passes='thinlto<Os>' %s | FileCheck %s --check-prefixes=ALL,S
; RUN: env MLGO_INLINE_SMALL_STD=1 opt-22 -S -load-pass-plugin=%plugin-22 \
; RUN:   -passes='lto<Oz>' %s | FileCheck %s --check-prefixes=ALL,Z

; Not without being asked, and not for speed.
; RUN: opt-22 -S -load-pass-plugin=%plugin-22 -passes='lto<Oz>' %s \
; RUN:   | FileCheck %s --check-prefix=STOCK
; RUN: opt-22 -S -load-pass-plugin=%plugin-22 -mlgo-inline-small-std \
; RUN:   -passes='lto<O2>' %s | FileCheck %s --check-prefix=STOCK
; RUN: opt-22 -S -load-pass-plugin=%plugin-22 -mlgo-inline-small-std \
; RUN:   -passes='thinlto<O3>' %s | FileCheck %s --check-prefix=STOCK

; Before the link, marks are for what is not for size.
; RUN: opt-22 -S -load-pass-plugin=%plugin-22 -mlgo-inline-small-std \
; RUN:   -passes='lto-pre-link<O3>' %s -o %t.ll
; RUN: opt-22 -S -load-pass-plugin=%plugin-22 -mlgo-inline-small-std \
; RUN:   -passes='lto<Oz>' %t.ll | FileCheck %s --check-prefix=KEPT
; RUN: opt-22 -S -load-pass-plugin=%plugin-22 -mlgo-inline-small-std \
; RUN:   -passes='lto-pre-link<Oz>' %s | FileCheck %s --check-prefix=STOCK

target triple = "x86_64-unknown-linux-gnu"

declare void @outside(i32)

; ALL: define void @library() {{.*}}[[SMALL:#[0-9]+]] {
; STOCK: define void @library() {{.*}}{
; KEPT: define void @library() {{.*}}[[KEPT:#[0-9]+]] {
define void @library() noinline nounwind {
  call void @outside(i32 1)
  ret void
}

define void @for_size() noinline nounwind optsize {
  call void @outside(i32 2)
  ret void
}

define void @not_at_all() noinline optnone {
  call void @outside(i32 3)
  ret void
}

; Z: attributes [[SMALL]] = { minsize noinline nounwind optsize }
; Z-NEXT: attributes {{#[0-9]+}} = { noinline nounwind optsize }
; S: attributes [[SMALL]] = { noinline nounwind optsize }
; ALL-NEXT: attributes {{#[0-9]+}} = { noinline optnone }
; STOCK-NOT: minsize
; STOCK-NOT: mlgo-keeps-level
; KEPT-NOT: minsize
; KEPT: attributes [[KEPT]] = { {{.*}}"mlgo-keeps-level" }
