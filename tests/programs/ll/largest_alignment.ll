; Globals with the largest alignment that LLVM has lie where they must.
; native: no, linkers place no section at 4 GiB within the reach of relocations
; run: --opt 0
; expect: output "0\n"
target triple = "x86_64-pc-linux-gnu"
@a = global i32 7, align 4294967296
@b = global i32 9, align 1073741824
@text = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)
define i32 @main() {
  %x = ptrtoint ptr @a to i64
  %y = ptrtoint ptr @b to i64
  %m = and i64 %x, 4294967295
  %n = and i64 %y, 1073741823
  %s = or i64 %m, %n
  %i = trunc i64 %s to i32
  %r = call i32 (ptr, ...) @printf(ptr @text, i32 %i)
  ret i32 0
}
