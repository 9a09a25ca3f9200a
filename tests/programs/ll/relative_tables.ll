; Tables of distances, as clang -O2 makes them of tables of pointers in code that may lie anywhere: read as a
; table of pointers, and, where an element is no such distance, by adding it to the table's address.
; expect: output "zero one two "
; expect: output "two wo "
; run: --opt 0
; run: --opt 1
; run: --opt 2
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@a = private constant [5 x i8] c"zero\00"
@b = private constant [4 x i8] c"one\00"
@c = private constant [4 x i8] c"two\00"
@s = private constant [4 x i8] c"%s \00"
@table = private constant [3 x i32] [
  i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @table to i64)) to i32),
  i32 trunc (i64 sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @table to i64)) to i32),
  i32 trunc (i64 sub (i64 ptrtoint (ptr @c to i64), i64 ptrtoint (ptr @table to i64)) to i32)]
@odd = private constant [2 x i32] [
  i32 trunc (i64 sub (i64 ptrtoint (ptr @c to i64), i64 ptrtoint (ptr @odd to i64)) to i32),
  i32 trunc (i64 add (i64 sub (i64 ptrtoint (ptr @c to i64), i64 ptrtoint (ptr @odd to i64)), i64 1) to i32)]
@opaque = global i64 0
declare i32 @printf(ptr, ...)
declare ptr @llvm.load.relative.i64(ptr, i64)

define internal void @show(ptr %text) noinline {
  call i32 (ptr, ...) @printf(ptr @s, ptr %text)
  ret void
}
define i32 @main() {
  %first = load volatile i64, ptr @opaque
  %second = add i64 %first, 4
  %third = add i64 %first, 8
  %p = call ptr @llvm.load.relative.i64(ptr @table, i64 %first)
  call void @show(ptr %p)
  %q = call ptr @llvm.load.relative.i64(ptr @table, i64 %second)
  call void @show(ptr %q)
  %r = call ptr @llvm.load.relative.i64(ptr @table, i64 %third)
  call void @show(ptr %r)
  %t = call ptr @llvm.load.relative.i64(ptr @odd, i64 %first)
  call void @show(ptr %t)
  %u = call ptr @llvm.load.relative.i64(ptr @odd, i64 %second)
  call void @show(ptr %u)
  ret i32 0
}
