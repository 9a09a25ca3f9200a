; indirectbr over block addresses in a table and in a phi.
; expect: output "17\n"
; expect: output "8\n"
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

@table = constant [3 x ptr] [ptr blockaddress(@run, %one), ptr blockaddress(@run, %two), ptr blockaddress(@run, %end)]

define internal i64 @run(i64 %start) noinline {
entry:
  br label %dispatch
dispatch:
  %i = phi i64 [ %start, %entry ], [ %i1, %one ], [ %i2, %two ]
  %acc = phi i64 [ 1, %entry ], [ %acc1, %one ], [ %acc2, %two ]
  %p = getelementptr [3 x ptr], ptr @table, i64 0, i64 %i
  %t = load ptr, ptr %p
  indirectbr ptr %t, [label %one, label %two, label %end, label %two]
one:
  %acc1 = mul i64 %acc, 10
  %i1 = add i64 %i, 1
  br label %dispatch
two:
  %acc2 = add i64 %acc, 7
  %i2 = add i64 %i, 1
  br label %dispatch
end:
  ret i64 %acc
}
define i32 @main() {
  %z = call i64 @zero()
  %a = call i64 @run(i64 %z)
  call void @show(i64 %a)
  %one = add i64 %z, 1
  %b = call i64 @run(i64 %one)
  call void @show(i64 %b)
  ret i32 0
}
