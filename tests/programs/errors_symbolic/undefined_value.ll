; A branch on poison, on one of two paths.
; native: no, the error is the point
; run: --opt 0
; expect: error undefined-value
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@name = private constant [2 x i8] c"c\00"
@opaque = global i64 64
declare void @klee_make_symbolic(ptr, i64, ptr)

define i32 @main() {
  %slot = alloca i8
  call void @klee_make_symbolic(ptr %slot, i64 1, ptr @name)
  %c = load i8, ptr %slot
  %chosen = icmp ugt i8 %c, 100
  br i1 %chosen, label %wrong, label %right
wrong:
  %n = load volatile i64, ptr @opaque
  %p = shl i64 1, %n
  %t = icmp eq i64 %p, 5
  br i1 %t, label %a, label %right
a:
  ret i32 1
right:
  ret i32 0
}
