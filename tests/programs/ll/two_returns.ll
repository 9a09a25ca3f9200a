; A function that returns its parameter in one place and a constant address in another.
; expect: output "9 8 3\n"
; run: --opt 0
; run: --opt 1
; run: --opt 2
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@fallback = internal global i32 7
@given = internal global i32 3
@other = internal global i32 4
@three = global i32 3
@format = private constant [10 x i8] c"%d %d %d\0A\00"
declare i32 @printf(ptr, ...)

define internal ptr @choose(ptr %p, i32 %k) noinline {
  %large = icmp sgt i32 %k, 2
  br i1 %large, label %fall, label %give
fall:
  ret ptr @fallback
give:
  ret ptr %p
}
define i32 @main() {
  %k = load volatile i32, ptr @three
  %q = call ptr @choose(ptr @given, i32 %k)
  store i32 9, ptr %q
  %l = sub i32 %k, 2
  %r = call ptr @choose(ptr @other, i32 %l)
  store i32 8, ptr %r
  %a = load i32, ptr @fallback
  %b = load i32, ptr @other
  %c = load i32, ptr @given
  call i32 (ptr, ...) @printf(ptr @format, i32 %a, i32 %b, i32 %c)
  ret i32 0
}
