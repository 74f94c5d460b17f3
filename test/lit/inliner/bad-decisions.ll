; A decisions file that cannot be used ends in one diagnostic that names the
; fault, and in the code that would be without it; or in a failed compilation,
; if that is wanted.
;
; RUN: opt -passes='default<Oz>' -S %s -o %t.stock
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-mode=default -mlgo-inline-decisions=%t.none -S %s -o %t.ll 2>%t.err
; RUN: cmp %t.stock %t.ll
; RUN: FileCheck %s --check-prefix=MISSING < %t.err
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-mode=default -mlgo-inline-decisions=%policies/always.mlgo -S %s -o %t.ll 2>%t.err
; RUN: cmp %t.stock %t.ll
; RUN: FileCheck %s --check-prefix=FOREIGN < %t.err
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-mode=default -mlgo-inline-decisions=%policies -S %s -o %t.ll 2>%t.err
; RUN: FileCheck %s --check-prefix=FOLDER < %t.err
; RUN: rm -f %t.sites
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%policies/never.mlgo -mlgo-inline-record=%t.sites -disable-output %s
; RUN: head -c -3 %t.sites > %t.cut
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-mode=default -mlgo-inline-decisions=%t.cut -S %s -o %t.ll 2>%t.err
; RUN: cmp %t.stock %t.ll
; RUN: FileCheck %s --check-prefix=CUT < %t.err
; RUN: sed 's/^0/maybe/' %t.sites > %t.corrupt
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-mode=default -mlgo-inline-decisions=%t.corrupt -S %s -o %t.ll 2>%t.err
; RUN: cmp %t.stock %t.ll
; RUN: FileCheck %s --check-prefix=CORRUPT < %t.err
; RUN: sed 's/caller/stranger/' %t.sites > %t.other
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-mode=default -ml-advisor-size-increase-threshold=10 -mlgo-inline-decisions=%t.other -S %s -o %t.ll 2>%t.err
; RUN: cmp %t.stock %t.ll
; RUN: FileCheck %s --check-prefix=OTHER < %t.err
; RUN: not opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-strict -mlgo-inline-decisions=%t.cut -S %s -o %t.ll 2>%t.err
; RUN: FileCheck %s --check-prefix=REQUIRED < %t.err
;
; Where nothing can be recorded the compilation fails: what was asked for is
; not there.
; RUN: not opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-record=%policies -disable-output %s 2>%t.err
; RUN: FileCheck %s --check-prefix=RECORD < %t.err

; MISSING: warning: mlgo inline: {{.*}}.none: cannot open: No such file or directory; compiling without decisions
; MISSING-NOT: {{.}}
; FOREIGN: warning: mlgo inline: {{.*}}always.mlgo: inline decisions: line 1: found '{{.*}}', expected '# mlgo-inline-decisions 1'; compiling without decisions
; FOREIGN-NOT: {{.}}
; FOLDER: warning: mlgo inline: {{.*}}: is not a regular file; compiling without decisions
; FOLDER-NOT: {{.}}
; CUT: warning: mlgo inline: {{.*}}.cut: inline decisions: line {{[0-9]+}}: ends without a newline; the file is cut off; compiling without decisions
; CUT-NOT: {{.}}
; CORRUPT: warning: mlgo inline: {{.*}}.corrupt: inline decisions: line 2: starts with 'maybe?caller?callee?', expected 0 or 1 and a tab; compiling without decisions
; CORRUPT-NOT: {{.}}
; OTHER: warning: mlgo inline: {{.*}}.other: none of the 20 call sites of {{.*}}bad-decisions.ll is in this file, expected the decisions of this program; all were decided as without it
; OTHER-NOT: {{.}}
; REQUIRED: error: mlgo inline: {{.*}}.cut: inline decisions: line {{[0-9]+}}: ends without a newline; the file is cut off
; RECORD: error: mlgo inline: {{.*}}policies: cannot open: Is a directory

target triple = "x86_64-pc-linux-gnu"

define i32 @callee(i32 %x) minsize optsize {
  %a = mul i32 %x, 7
  %b = ashr i32 %x, 3
  %c = xor i32 %a, %b
  %y = add i32 %c, 3
  ret i32 %y
}

define i32 @caller(i32 %x) minsize optsize {
  %a0 = call i32 @callee(i32 %x)
  %a1 = call i32 @callee(i32 %a0)
  %a2 = call i32 @callee(i32 %a1)
  %a3 = call i32 @callee(i32 %a2)
  %a4 = call i32 @callee(i32 %a3)
  %a5 = call i32 @callee(i32 %a4)
  %a6 = call i32 @callee(i32 %a5)
  %a7 = call i32 @callee(i32 %a6)
  %a8 = call i32 @callee(i32 %a7)
  %a9 = call i32 @callee(i32 %a8)
  %a10 = call i32 @callee(i32 %a9)
  %a11 = call i32 @callee(i32 %a10)
  %a12 = call i32 @callee(i32 %a11)
  %a13 = call i32 @callee(i32 %a12)
  %a14 = call i32 @callee(i32 %a13)
  %a15 = call i32 @callee(i32 %a14)
  %a16 = call i32 @callee(i32 %a15)
  %a17 = call i32 @callee(i32 %a16)
  %a18 = call i32 @callee(i32 %a17)
  %a19 = call i32 @callee(i32 %a18)
  ret i32 %a19
}
