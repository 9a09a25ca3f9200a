; i1, i7, i48, i129 in memory: stored, loaded, in structs and arrays; stores keep neighbours.
; expect: output "-35\n"
; expect: output "ffffffffffffffff\n"
; expect: output "-140737488355328\n"
; expect: output "-2\n"
; expect: output "1\n"
; expect: output "63\n"
; expect: output "-123456789\n"
; expect: output "1\n"
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

@wide = global i129 -5, align 16
@arr = global [3 x i48] [i48 1, i48 -2, i48 140737488355327], align 8
@s = global {i1, i7, i48, i1} {i1 true, i7 -3, i48 -123456789, i1 false}

define i32 @main() {
  %z = call i64 @zero()
  %w = load i129, ptr @wide
  %w1 = mul i129 %w, 7
  store i129 %w1, ptr @wide
  %w2 = load i129, ptr @wide
  %w3 = trunc i129 %w2 to i64
  call void @show(i64 %w3)
  %w4 = lshr i129 %w2, 65
  %w5 = trunc i129 %w4 to i64
  call void @hex(i64 %w5)
  %i = add i64 %z, 2
  %p = getelementptr [3 x i48], ptr @arr, i64 0, i64 %i
  %a = load i48, ptr %p
  %a1 = add i48 %a, 1
  store i48 %a1, ptr %p
  %a2 = load i48, ptr %p
  %a3 = sext i48 %a2 to i64
  call void @show(i64 %a3)
  %q = getelementptr [3 x i48], ptr @arr, i64 0, i64 1
  %b = load i48, ptr %q
  %b1 = sext i48 %b to i64
  call void @show(i64 %b1)
  %s0 = load i1, ptr @s
  %s0e = zext i1 %s0 to i64
  call void @show(i64 %s0e)
  %sp1 = getelementptr {i1, i7, i48, i1}, ptr @s, i64 0, i32 1
  %s1 = load i7, ptr %sp1
  %s1a = sub i7 %s1, 62
  store i7 %s1a, ptr %sp1
  %s1b = load i7, ptr %sp1
  %s1e = sext i7 %s1b to i64
  call void @show(i64 %s1e)
  %sp2 = getelementptr {i1, i7, i48, i1}, ptr @s, i64 0, i32 2
  %s2 = load i48, ptr %sp2
  %s2e = sext i48 %s2 to i64
  call void @show(i64 %s2e)
  %agg = load {i1, i7, i48, i1}, ptr @s
  %agg1 = insertvalue {i1, i7, i48, i1} %agg, i1 true, 3
  store {i1, i7, i48, i1} %agg1, ptr @s
  %sp3 = getelementptr {i1, i7, i48, i1}, ptr @s, i64 0, i32 3
  %s3 = load i8, ptr %sp3
  %s3e = zext i8 %s3 to i64
  call void @show(i64 %s3e)
  ret i32 0
}
