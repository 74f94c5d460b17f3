; Functions of the same code are merged, whoever of them is kept. What is kept
; makes no use of what only one of them knew of its accesses.
;
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -verify-each -S %s | FileCheck %s
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-stock-duplicates -S %s | FileCheck %s --check-prefix=STOCK
; RUN: opt -load-pass-plugin=%plugin -passes='thinlto-pre-link<Oz>' -S %s | FileCheck %s --check-prefix=STOCK
; RUN: opt -load-pass-plugin=%plugin -passes='thinlto<Oz>' -S %s | FileCheck %s
; RUN: sed s/x86_64-unknown-linux-gnu/x86_64-apple-macos/ %s | opt -load-pass-plugin=%plugin -passes='default<Oz>' -S | FileCheck %s --check-prefix=PRIVATE

target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: noalias.scope
; Two that every file may have: one of both content for all files.
; CHECK: define linkonce_odr hidden void @mlgo.merged.[[HASH:[0-9a-f]+]](ptr {{.*}}) unnamed_addr {{.*}}comdat {
; CHECK-NEXT: load i32, ptr %P, align 4{{$}}
; Local ones: the other is gone.
; CHECK: define internal fastcc i32 @readScoped(
; CHECK-NOT: @readScopedToo

; STOCK-DAG: define linkonce_odr void @step(
; STOCK-DAG: define linkonce_odr void @stepToo(
; STOCK-DAG: @readScoped(
; STOCK-DAG: @readScopedToo(
; PRIVATE: define linkonce_odr void @step(
; PRIVATE-NEXT: load i32
; PRIVATE-NOT: mlgo.merged
; PRIVATE: define linkonce_odr void @stepToo(
; PRIVATE-NEXT: load i32

define linkonce_odr void @step(ptr %P, ptr %Q) noinline minsize optsize comdat {
  %V = load i32, ptr %P, align 4, !tbaa !1
  %N = mul i32 %V, %V
  store i32 %N, ptr %Q, align 4, !tbaa !4
  ret void
}

define linkonce_odr void @stepToo(ptr %P, ptr %Q) noinline minsize optsize comdat {
  %V = load i32, ptr %P, align 4, !tbaa !4
  %N = mul i32 %V, %V
  store i32 %N, ptr %Q, align 4, !tbaa !4
  ret void
}

define internal i32 @readScoped(ptr %P, ptr %Q) noinline minsize optsize {
  call void @llvm.experimental.noalias.scope.decl(metadata !6)
  %V = load i32, ptr %P, align 4, !alias.scope !6
  store i32 7, ptr %Q, align 4, !noalias !6
  %W = load i32, ptr %P, align 4, !alias.scope !6
  %R = mul i32 %V, %W
  ret i32 %R
}

define internal i32 @readScopedToo(ptr %P, ptr %Q) noinline minsize optsize {
  call void @llvm.experimental.noalias.scope.decl(metadata !9)
  %V = load i32, ptr %P, align 4, !alias.scope !9
  store i32 7, ptr %Q, align 4, !noalias !9
  %W = load i32, ptr %P, align 4, !alias.scope !9
  %R = mul i32 %V, %W
  ret i32 %R
}

; What cannot be called from a function like it stays.
; CHECK: define void @handler() {{.*}}[[INTERRUPT:#[0-9]+]]
; CHECK-NEXT: store
; CHECK: define void @handlerToo() {{.*}}[[INTERRUPT]]
; CHECK-NEXT: store
define void @handler() "interrupt" noinline minsize optsize {
  store volatile i32 1, ptr inttoptr (i64 64 to ptr)
  store volatile i32 2, ptr inttoptr (i64 64 to ptr)
  ret void
}

define void @handlerToo() "interrupt" noinline minsize optsize {
  store volatile i32 1, ptr inttoptr (i64 64 to ptr)
  store volatile i32 2, ptr inttoptr (i64 64 to ptr)
  ret void
}

; CHECK: define void @plain()
; CHECK-NEXT: store
define void @plain() noinline minsize optsize {
  store volatile i32 1, ptr inttoptr (i64 64 to ptr)
  store volatile i32 2, ptr inttoptr (i64 64 to ptr)
  ret void
}

define void @plainToo() noinline minsize optsize {
  store volatile i32 1, ptr inttoptr (i64 64 to ptr)
  store volatile i32 2, ptr inttoptr (i64 64 to ptr)
  ret void
}

; CHECK: define i32 @all(
; CHECK-NEXT: call void @mlgo.merged.[[HASH]](
; CHECK-NEXT: call void @mlgo.merged.[[HASH]](
; CHECK: define void @plainToo()
; CHECK-NEXT: call void @plain()
define i32 @all(ptr %P, ptr %Q) minsize optsize {
  call void @step(ptr %P, ptr %Q)
  call void @stepToo(ptr %P, ptr %Q)
  %A = call i32 @readScoped(ptr %P, ptr %Q)
  %B = call i32 @readScopedToo(ptr %Q, ptr %P)
  %R = add i32 %A, %B
  ret i32 %R
}

declare void @llvm.experimental.noalias.scope.decl(metadata)

$step = comdat any
$stepToo = comdat any

!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
!4 = !{!5, !5, i64 0}
!5 = !{!"other", !3, i64 0}
!6 = !{!7}
!7 = distinct !{!7, !8}
!8 = distinct !{!8}
!9 = !{!10}
!10 = distinct !{!10, !11}
!11 = distinct !{!11}
