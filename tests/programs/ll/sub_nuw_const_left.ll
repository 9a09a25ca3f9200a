; 7 - 0 does not wrap: the difference is checked with its sides as they are.
; run: --opt 0 --check=overflow
; run: --check=overflow
; expect: no errors
target triple = "x86_64-pc-linux-gnu"
define i32 @main(i32 %argc, ptr %argv) {
  %z = sub i32 %argc, 1
  %a = sub nuw i32 7, %z
  %b = icmp sgt i32 3, %a
  br i1 %b, label %x, label %y
x:
  ret i32 1
y:
  ret i32 0
}
