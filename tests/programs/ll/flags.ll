; The newer flags of LLVM 19: trunc nuw/nsw, zext nneg, uitofp nneg, or disjoint, GEP nuw/nusw, with values that keep them.
; expect: output "100\n"
; expect: output "103\n"
; expect: output "103\n"
; expect: output "4\n"
; expect: output "800\n"
; expect: output "100\n"
; expect: output "25\n"
; expect: output "104\n"
; run: --opt 0
; run: --opt 1
; run: --opt 2
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@d = private constant [4 x i8] c"%d\0A\00"
@ld = private constant [5 x i8] c"%ld\0A\00"
@lx = private constant [5 x i8] c"%lx\0A\00"
@g = private constant [4 x i8] c"%g\0A\00"
declare i32 @printf(ptr, ...)

define internal void @show(i64 %x) noinline {
  call i32 (ptr, ...) @printf(ptr @ld, i64 %x)
  ret void
}
define internal void @hex(i64 %x) noinline {
  call i32 (ptr, ...) @printf(ptr @lx, i64 %x)
  ret void
}
define internal void @real(double %x) noinline {
  call i32 (ptr, ...) @printf(ptr @g, double %x)
  ret void
}
@opaque = global i64 0
; zero that no pass can see through
define internal i64 @zero() noinline {
  %v = load volatile i64, ptr @opaque
  ret i64 %v
}

@cells = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]

define i32 @main() {
  %z = call i64 @zero()
  %a = add nuw nsw i64 %z, 100
  %t = trunc nuw nsw i64 %a to i8
  %e = zext nneg i8 %t to i64
  call void @show(i64 %e)
  %o = or disjoint i64 %a, 3
  call void @show(i64 %o)
  %f = uitofp nneg i64 %o to double
  call void @real(double %f)
  %i = add i64 %z, 3
  %p = getelementptr nusw nuw i32, ptr @cells, i64 %i
  %v = load i32, ptr %p, !range !0
  %ve = sext i32 %v to i64
  call void @show(i64 %ve)
  %s = shl nuw nsw i64 %a, 3
  call void @show(i64 %s)
  %x = sdiv exact i64 %s, 8
  call void @show(i64 %x)
  %l = lshr exact i64 %s, 5
  call void @show(i64 %l)
  %fm = fadd fast double %f, 1.0
  call void @real(double %fm)
  ret i32 0
}
!0 = !{i32 0, i32 100}
