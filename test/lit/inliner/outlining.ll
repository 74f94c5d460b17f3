; Code that repeats in functions for minimal size becomes a function on
; WebAssembly if the user says so, and debug information does not change that.
;
; RUN: opt -load-pass-plugin=%plugin -mlgo-inline-outline -passes='default<Oz>' -verify-each -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -S %s | FileCheck %s --check-prefix=STOCK
; RUN: opt -load-pass-plugin=%plugin -mlgo-inline-outline -passes='thinlto-pre-link<Oz>' -S %s | FileCheck %s --check-prefix=STOCK
; RUN: opt -load-pass-plugin=%plugin -mlgo-inline-outline -passes='thinlto<Oz>' -S %s | FileCheck %s
; RUN: sed s/wasm32-unknown-wasi/x86_64-unknown-linux-gnu/ %s | opt -load-pass-plugin=%plugin -mlgo-inline-outline -passes='default<Oz>' -S | FileCheck %s --check-prefix=STOCK
; RUN: env MLGO_INLINE_OUTLINE=1 opt -load-pass-plugin=%plugin -passes='default<Oz>' -S %s | FileCheck %s
; RUN: opt -load-pass-plugin=%plugin -mlgo-inline-outline -passes='debugify,default<Oz>' -verify-each -S %s | FileCheck %s --check-prefix=DEBUG
; RUN: llc -filetype=obj %t.ll -o %t.o

target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

@Text = internal unnamed_addr constant [6 x i8] c"never\00"
@Kept = internal global i32 0

declare void @open(ptr, i32)
declare i32 @read(ptr, i32, i32)
declare void @close(ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; What differs is an argument, what is used elsewhere the result.
; CHECK-LABEL: define i32 @one(
; CHECK: %[[READ:.*]] = call i32 @[[WITH:mlgo.outlined[0-9.]*]](ptr %P, i32 17)
; CHECK-NEXT: ret i32 %[[READ]]
; CHECK-LABEL: define i32 @two(
; CHECK: call i32 @[[WITH]](ptr %P, i32 9000)
; CHECK-LABEL: define i32 @three(
; CHECK: call i32 @[[WITH]](ptr %Q, i32 %N)
; DEBUG-LABEL: define i32 @one(
; DEBUG: call i32 @mlgo.outlined{{[0-9.]*}}(ptr %P, i32 17), !dbg
; STOCK-LABEL: define i32 @one(
; STOCK-NOT: mlgo.outlined
define i32 @one(ptr %P) minsize optsize nounwind "wasm-export-name"="one" {
  call void @open(ptr %P, i32 100000)
  call void @open(ptr @Text, i32 200000)
  %R = call i32 @read(ptr %P, i32 300000, i32 17)
  call void @close(ptr %P)
  ret i32 %R
}

define i32 @two(ptr %P) minsize optsize {
  call void @open(ptr %P, i32 100000)
  call void @open(ptr @Text, i32 200000)
  %R = call i32 @read(ptr %P, i32 300000, i32 9000)
  call void @close(ptr %P)
  %S = add i32 %R, 1
  ret i32 %S
}

define i32 @three(ptr %P, ptr %Q, i32 %N) minsize optsize {
  call void @open(ptr %Q, i32 100000)
  call void @open(ptr @Text, i32 200000)
  %R = call i32 @read(ptr %Q, i32 300000, i32 %N)
  call void @close(ptr %Q)
  ret i32 %R
}

; An object lives until the call that uses it.
; CHECK-LABEL: define void @local(
; CHECK: call void @llvm.lifetime.start
; CHECK-NEXT: call i32 @[[WITH]](ptr {{.*}}, i32 5)
; CHECK-NEXT: call void @llvm.lifetime.end
define void @local() minsize optsize {
  %Object = alloca [64 x i8]
  call void @llvm.lifetime.start.p0(ptr %Object)
  call void @open(ptr %Object, i32 100000)
  call void @open(ptr @Text, i32 200000)
  %R = call i32 @read(ptr %Object, i32 300000, i32 5)
  call void @close(ptr %Object)
  call void @llvm.lifetime.end.p0(ptr %Object)
  ret void
}

; What refers to a variable that only this file knows is this file's.
; CHECK-LABEL: define void @keep(
; CHECK: call void @[[LOCAL:mlgo.outlined[0-9.]*]](ptr %P)
; CHECK-LABEL: define void @keepToo(
; CHECK: call void @[[LOCAL]](ptr %P)
define void @keep(ptr %P) minsize optsize {
  call void @open(ptr %P, i32 400000)
  %V = load i32, ptr @Kept
  call void @open(ptr %P, i32 %V)
  call void @open(ptr %P, i32 500000)
  call void @open(ptr %P, i32 600000)
  store i32 7, ptr @Kept
  ret void
}

define void @keepToo(ptr %P) minsize optsize {
  call void @close(ptr %P)
  call void @open(ptr %P, i32 400000)
  %V = load i32, ptr @Kept
  call void @open(ptr %P, i32 %V)
  call void @open(ptr %P, i32 500000)
  call void @open(ptr %P, i32 600000)
  ret void
}

; Functions for speed, and those that may return twice, stay as they are.
; CHECK-LABEL: define i32 @fast(
; CHECK-COUNT-2: call void @open
; CHECK-LABEL: define i32 @twice(
; CHECK-COUNT-2: call void @open
define i32 @fast(ptr %P) {
  call void @open(ptr %P, i32 100000)
  call void @open(ptr @Text, i32 200000)
  %R = call i32 @read(ptr %P, i32 300000, i32 18)
  call void @close(ptr %P)
  ret i32 %R
}

define i32 @twice(ptr %P, ptr %Q) minsize optsize {
  %S = call i32 @setjmp(ptr %Q) returns_twice
  call void @open(ptr %P, i32 100000)
  call void @open(ptr @Text, i32 200000)
  %R = call i32 @read(ptr %P, i32 300000, i32 %S)
  call void @close(ptr %P)
  ret i32 %R
}

; CHECK-DAG: define internal i32 @[[WITH]](ptr %0, i32 %1) #[[ATTRIBUTES:[0-9]+]] {
; CHECK-DAG: define internal void @[[LOCAL]](ptr %0)
; CHECK: attributes #[[ATTRIBUTES]] = { minsize noinline optsize }
