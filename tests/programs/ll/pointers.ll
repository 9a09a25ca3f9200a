; ptrtoint and inttoptr at several widths, GEPs of every form, pointer comparison, vectors of pointers, address arithmetic.
; expect: output "77\n"
; expect: output "40\n"
; expect: output "88\n"
; expect: output "77\n"
; expect: output "0\n"
; expect: output "0\n"
; expect: output "1\n"
; expect: output "1\n"
; expect: output "1\n"
; expect: output "120\n"
; expect: output "5\n"
; expect: output "77\n"
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

%node = type { i8, [3 x i32], ptr, { i16, i64 } }
@nodes = global [4 x %node] zeroinitializer
@self = global ptr @self
@offset = global ptr getelementptr inbounds ([4 x %node], ptr @nodes, i64 0, i64 2, i32 1, i64 1)
@difference = global i64 sub (i64 ptrtoint (ptr getelementptr (%node, ptr @nodes, i64 1) to i64), i64 ptrtoint (ptr @nodes to i64))

define i32 @main() {
  %z = call i64 @zero()
  %i = add i64 %z, 2
  %p = getelementptr inbounds [4 x %node], ptr @nodes, i64 %z, i64 %i, i32 1, i64 1
  store i32 77, ptr %p
  %q = load ptr, ptr @offset
  %v = load i32, ptr %q
  %ve = sext i32 %v to i64
  call void @show(i64 %ve)
  %d = load i64, ptr @difference
  call void @show(i64 %d)
  %pi = ptrtoint ptr %p to i64
  %base = ptrtoint ptr @nodes to i64
  %diff = sub i64 %pi, %base
  call void @show(i64 %diff)
  %r = inttoptr i64 %pi to ptr
  %rv = load i32, ptr %r
  %rve = sext i32 %rv to i64
  call void @show(i64 %rve)
  %i32p = ptrtoint ptr %p to i128
  %high = lshr i128 %i32p, 64
  %highe = trunc i128 %high to i64
  call void @show(i64 %highe)
  %t = ptrtoint ptr null to i64
  call void @show(i64 %t)
  %n = inttoptr i32 0 to ptr
  %isnull = icmp eq ptr %n, null
  %ne = zext i1 %isnull to i64
  call void @show(i64 %ne)
  %lt = icmp ult ptr @nodes, %p
  %lte = zext i1 %lt to i64
  call void @show(i64 %lte)
  %s = load ptr, ptr @self
  %se = icmp eq ptr %s, @self
  %see = zext i1 %se to i64
  call void @show(i64 %see)
  %neg = sub i64 %z, 1
  %end = getelementptr %node, ptr @nodes, i64 4
  %last = getelementptr %node, ptr %end, i64 %neg
  %li = ptrtoint ptr %last to i64
  %ld = sub i64 %li, %base
  call void @show(i64 %ld)
  %i8 = trunc i64 %neg to i8
  %g8 = getelementptr i32, ptr %p, i8 %i8
  store i32 5, ptr %g8
  %f = getelementptr %node, ptr @nodes, i64 2, i32 1
  %fv = load i32, ptr %f
  %fe = sext i32 %fv to i64
  call void @show(i64 %fe)
  %pv = getelementptr i32, ptr %f, <2 x i64> <i64 0, i64 1>
  %pv1 = extractelement <2 x ptr> %pv, i64 1
  %pv1v = load i32, ptr %pv1
  %pv1e = sext i32 %pv1v to i64
  call void @show(i64 %pv1e)
  ret i32 0
}
