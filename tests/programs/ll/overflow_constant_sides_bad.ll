; An operation marked nuw or nsw that wraps, with the constant on either side, is an error where its result decides
; something. (The passes of --opt 1 use up the flags of foreign code.)
; run: --opt 0 --check=overflow
; expect: error undefined-value
; expect: error undefined-value
; expect: error undefined-value
; expect: error undefined-value
; expect: error undefined-value
; expect: error undefined-value
; expect: error undefined-value
; expect: error undefined-value
; expect: error undefined-value
; expect: error undefined-value
; expect: error undefined-value
; expect: error undefined-value
; expect: error undefined-value
; expect: paths 14
; native: no, what poison does is not said
target triple = "x86_64-pc-linux-gnu"
declare i32 @klee_range(i32, i32, ptr)
@name = private constant [2 x i8] c"k\00"
@opaque = global i8 0
define internal i32 @bad0(i8 %x) noinline {
  %t = add nuw i8 1, %x
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad1(i8 %x) noinline {
  %t = add nuw i8 %x, 1
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad2(i8 %x) noinline {
  %t = add nsw i8 100, %x
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad3(i8 %x) noinline {
  %t = add nsw i8 %x, -100
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad4(i8 %x) noinline {
  %t = sub nuw i8 7, %x
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad5(i8 %x) noinline {
  %t = sub nuw i8 %x, 8
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad6(i8 %x) noinline {
  %t = sub nsw i8 -2, %x
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad7(i8 %x) noinline {
  %t = sub nsw i8 %x, 127
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad8(i8 %x) noinline {
  %t = sub nsw i8 0, %x
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad9(i8 %x) noinline {
  %t = mul nuw i8 16, %x
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad10(i8 %x) noinline {
  %t = mul nuw i8 %x, 16
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad11(i8 %x) noinline {
  %t = mul nsw i8 -1, %x
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define internal i32 @bad12(i8 %x) noinline {
  %t = mul nsw i8 %x, -1
  %c = icmp sgt i8 %t, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @main() {
  %k = call i32 @klee_range(i32 0, i32 14, ptr @name)
  switch i32 %k, label %done [
    i32 0, label %b0
    i32 1, label %b1
    i32 2, label %b2
    i32 3, label %b3
    i32 4, label %b4
    i32 5, label %b5
    i32 6, label %b6
    i32 7, label %b7
    i32 8, label %b8
    i32 9, label %b9
    i32 10, label %b10
    i32 11, label %b11
    i32 12, label %b12
  ]
b0:
  store volatile i8 -1, ptr @opaque
  %x0 = load volatile i8, ptr @opaque
  %r0 = call i32 @bad0(i8 %x0)
  br label %done
b1:
  store volatile i8 -1, ptr @opaque
  %x1 = load volatile i8, ptr @opaque
  %r1 = call i32 @bad1(i8 %x1)
  br label %done
b2:
  store volatile i8 100, ptr @opaque
  %x2 = load volatile i8, ptr @opaque
  %r2 = call i32 @bad2(i8 %x2)
  br label %done
b3:
  store volatile i8 -100, ptr @opaque
  %x3 = load volatile i8, ptr @opaque
  %r3 = call i32 @bad3(i8 %x3)
  br label %done
b4:
  store volatile i8 8, ptr @opaque
  %x4 = load volatile i8, ptr @opaque
  %r4 = call i32 @bad4(i8 %x4)
  br label %done
b5:
  store volatile i8 7, ptr @opaque
  %x5 = load volatile i8, ptr @opaque
  %r5 = call i32 @bad5(i8 %x5)
  br label %done
b6:
  store volatile i8 127, ptr @opaque
  %x6 = load volatile i8, ptr @opaque
  %r6 = call i32 @bad6(i8 %x6)
  br label %done
b7:
  store volatile i8 -2, ptr @opaque
  %x7 = load volatile i8, ptr @opaque
  %r7 = call i32 @bad7(i8 %x7)
  br label %done
b8:
  store volatile i8 -128, ptr @opaque
  %x8 = load volatile i8, ptr @opaque
  %r8 = call i32 @bad8(i8 %x8)
  br label %done
b9:
  store volatile i8 16, ptr @opaque
  %x9 = load volatile i8, ptr @opaque
  %r9 = call i32 @bad9(i8 %x9)
  br label %done
b10:
  store volatile i8 16, ptr @opaque
  %x10 = load volatile i8, ptr @opaque
  %r10 = call i32 @bad10(i8 %x10)
  br label %done
b11:
  store volatile i8 -128, ptr @opaque
  %x11 = load volatile i8, ptr @opaque
  %r11 = call i32 @bad11(i8 %x11)
  br label %done
b12:
  store volatile i8 -128, ptr @opaque
  %x12 = load volatile i8, ptr @opaque
  %r12 = call i32 @bad12(i8 %x12)
  br label %done
done:
  ret i32 0
}
