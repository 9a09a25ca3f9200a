; Sums, differences and products of 8 bits with a constant on either side, for every other operand: what wraps is
; what a wider type says, and an operation marked nuw or nsw is no error where nothing wraps.
; run: --opt 0 --check=overflow
; run: --check=overflow
; expect: no errors
; expect: output "0\n"
target triple = "x86_64-pc-linux-gnu"
@d = private constant [4 x i8] c"%d\0A\00"
@opaque = global i8 0
declare i32 @printf(ptr, ...)
declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)

define internal i32 @add_u_left_0(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 0, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 0, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 0, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_u_left_1(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 1, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_u_left_7(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 7, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 7, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 7, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_u_left_127(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 127, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 127, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 127, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_u_left_128(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 128, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 -128, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 -128, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_u_left_255(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 255, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 -1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 -1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_u_right_0(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 %w, 0
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %x, i8 0)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 %x, 0
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_u_right_1(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 %w, 1
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %x, i8 1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 %x, 1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_u_right_7(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 %w, 7
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %x, i8 7)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 %x, 7
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_u_right_127(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 %w, 127
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %x, i8 127)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 %x, 127
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_u_right_128(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 %w, 128
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %x, i8 -128)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 %x, -128
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_u_right_255(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = add i32 %w, 255
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %x, i8 -1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nuw i8 %x, -1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_left_0(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 0, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 0, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 0, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_left_1(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 1, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_left_7(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 7, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 7, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 7, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_left_127(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 127, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 127, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 127, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_left_128(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 -128, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 -128, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 -128, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_left_255(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 -1, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 -1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 -1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_right_0(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 %w, 0
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %x, i8 0)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 %x, 0
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_right_1(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 %w, 1
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %x, i8 1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 %x, 1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_right_7(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 %w, 7
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %x, i8 7)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 %x, 7
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_right_127(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 %w, 127
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %x, i8 127)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 %x, 127
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_right_128(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 %w, -128
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %x, i8 -128)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 %x, -128
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @add_s_right_255(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = add i32 %w, -1
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %x, i8 -1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = add nsw i8 %x, -1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_left_0(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 0, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 0, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 0, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_left_1(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 1, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_left_7(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 7, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 7, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 7, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_left_127(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 127, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 127, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 127, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_left_128(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 128, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 -128, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 -128, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_left_255(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 255, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 -1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 -1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_right_0(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 %w, 0
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %x, i8 0)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 %x, 0
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_right_1(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 %w, 1
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %x, i8 1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 %x, 1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_right_7(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 %w, 7
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %x, i8 7)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 %x, 7
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_right_127(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 %w, 127
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %x, i8 127)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 %x, 127
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_right_128(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 %w, 128
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %x, i8 -128)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 %x, -128
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_u_right_255(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = sub i32 %w, 255
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %x, i8 -1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nuw i8 %x, -1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_left_0(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 0, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 0, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 0, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_left_1(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 1, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_left_7(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 7, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 7, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 7, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_left_127(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 127, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 127, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 127, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_left_128(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 -128, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 -128, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 -128, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_left_255(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 -1, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 -1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 -1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_right_0(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 %w, 0
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 0)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 %x, 0
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_right_1(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 %w, 1
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 %x, 1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_right_7(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 %w, 7
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 7)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 %x, 7
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_right_127(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 %w, 127
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 127)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 %x, 127
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_right_128(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 %w, -128
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 -128)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 %x, -128
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @sub_s_right_255(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = sub i32 %w, -1
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 -1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = sub nsw i8 %x, -1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_left_0(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 0, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 0, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 0, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_left_1(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 1, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_left_7(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 7, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 7, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 7, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_left_127(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 127, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 127, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 127, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_left_128(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 128, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 -128, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 -128, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_left_255(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 255, %w
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 -1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 -1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_right_0(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 %w, 0
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %x, i8 0)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 %x, 0
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_right_1(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 %w, 1
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %x, i8 1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 %x, 1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_right_7(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 %w, 7
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %x, i8 7)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 %x, 7
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_right_127(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 %w, 127
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %x, i8 127)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 %x, 127
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_right_128(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 %w, 128
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %x, i8 -128)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 %x, -128
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_u_right_255(i8 %x) noinline {
  %w = zext i8 %x to i32
  %r = mul i32 %w, 255
  %low = icmp slt i32 %r, 0
  %high = icmp sgt i32 %r, 255
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %x, i8 -1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nuw i8 %x, -1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_left_0(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 0, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 0, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 0, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_left_1(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 1, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_left_7(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 7, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 7, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 7, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_left_127(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 127, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 127, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 127, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_left_128(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 -128, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 -128, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 -128, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_left_255(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 -1, %w
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 -1, i8 %x)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 -1, %x
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_right_0(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 %w, 0
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %x, i8 0)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 %x, 0
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_right_1(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 %w, 1
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %x, i8 1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 %x, 1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_right_7(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 %w, 7
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %x, i8 7)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 %x, 7
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_right_127(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 %w, 127
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %x, i8 127)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 %x, 127
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_right_128(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 %w, -128
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %x, i8 -128)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 %x, -128
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define internal i32 @mul_s_right_255(i8 %x) noinline {
  %w = sext i8 %x to i32
  %r = mul i32 %w, -1
  %low = icmp slt i32 %r, -128
  %high = icmp sgt i32 %r, 127
  %wraps = or i1 %low, %high
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %x, i8 -1)
  %bit = extractvalue { i8, i1 } %pair, 1
  %same = icmp eq i1 %bit, %wraps
  br i1 %same, label %agree, label %wrong
agree:
  br i1 %wraps, label %right, label %plain
plain:
  %t = mul nsw i8 %x, -1
  %cut = trunc i32 %r to i8
  %equal = icmp eq i8 %t, %cut
  br i1 %equal, label %right, label %wrong
right:
  ret i32 0
wrong:
  ret i32 1
}

define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %s71, %loop ]
  %v = trunc i32 %i to i8
  store volatile i8 %v, ptr @opaque
  %x = load volatile i8, ptr @opaque
  %c0 = call i32 @add_u_left_0(i8 %x)
  %s0 = add i32 %sum, %c0
  %c1 = call i32 @add_u_left_1(i8 %x)
  %s1 = add i32 %s0, %c1
  %c2 = call i32 @add_u_left_7(i8 %x)
  %s2 = add i32 %s1, %c2
  %c3 = call i32 @add_u_left_127(i8 %x)
  %s3 = add i32 %s2, %c3
  %c4 = call i32 @add_u_left_128(i8 %x)
  %s4 = add i32 %s3, %c4
  %c5 = call i32 @add_u_left_255(i8 %x)
  %s5 = add i32 %s4, %c5
  %c6 = call i32 @add_u_right_0(i8 %x)
  %s6 = add i32 %s5, %c6
  %c7 = call i32 @add_u_right_1(i8 %x)
  %s7 = add i32 %s6, %c7
  %c8 = call i32 @add_u_right_7(i8 %x)
  %s8 = add i32 %s7, %c8
  %c9 = call i32 @add_u_right_127(i8 %x)
  %s9 = add i32 %s8, %c9
  %c10 = call i32 @add_u_right_128(i8 %x)
  %s10 = add i32 %s9, %c10
  %c11 = call i32 @add_u_right_255(i8 %x)
  %s11 = add i32 %s10, %c11
  %c12 = call i32 @add_s_left_0(i8 %x)
  %s12 = add i32 %s11, %c12
  %c13 = call i32 @add_s_left_1(i8 %x)
  %s13 = add i32 %s12, %c13
  %c14 = call i32 @add_s_left_7(i8 %x)
  %s14 = add i32 %s13, %c14
  %c15 = call i32 @add_s_left_127(i8 %x)
  %s15 = add i32 %s14, %c15
  %c16 = call i32 @add_s_left_128(i8 %x)
  %s16 = add i32 %s15, %c16
  %c17 = call i32 @add_s_left_255(i8 %x)
  %s17 = add i32 %s16, %c17
  %c18 = call i32 @add_s_right_0(i8 %x)
  %s18 = add i32 %s17, %c18
  %c19 = call i32 @add_s_right_1(i8 %x)
  %s19 = add i32 %s18, %c19
  %c20 = call i32 @add_s_right_7(i8 %x)
  %s20 = add i32 %s19, %c20
  %c21 = call i32 @add_s_right_127(i8 %x)
  %s21 = add i32 %s20, %c21
  %c22 = call i32 @add_s_right_128(i8 %x)
  %s22 = add i32 %s21, %c22
  %c23 = call i32 @add_s_right_255(i8 %x)
  %s23 = add i32 %s22, %c23
  %c24 = call i32 @sub_u_left_0(i8 %x)
  %s24 = add i32 %s23, %c24
  %c25 = call i32 @sub_u_left_1(i8 %x)
  %s25 = add i32 %s24, %c25
  %c26 = call i32 @sub_u_left_7(i8 %x)
  %s26 = add i32 %s25, %c26
  %c27 = call i32 @sub_u_left_127(i8 %x)
  %s27 = add i32 %s26, %c27
  %c28 = call i32 @sub_u_left_128(i8 %x)
  %s28 = add i32 %s27, %c28
  %c29 = call i32 @sub_u_left_255(i8 %x)
  %s29 = add i32 %s28, %c29
  %c30 = call i32 @sub_u_right_0(i8 %x)
  %s30 = add i32 %s29, %c30
  %c31 = call i32 @sub_u_right_1(i8 %x)
  %s31 = add i32 %s30, %c31
  %c32 = call i32 @sub_u_right_7(i8 %x)
  %s32 = add i32 %s31, %c32
  %c33 = call i32 @sub_u_right_127(i8 %x)
  %s33 = add i32 %s32, %c33
  %c34 = call i32 @sub_u_right_128(i8 %x)
  %s34 = add i32 %s33, %c34
  %c35 = call i32 @sub_u_right_255(i8 %x)
  %s35 = add i32 %s34, %c35
  %c36 = call i32 @sub_s_left_0(i8 %x)
  %s36 = add i32 %s35, %c36
  %c37 = call i32 @sub_s_left_1(i8 %x)
  %s37 = add i32 %s36, %c37
  %c38 = call i32 @sub_s_left_7(i8 %x)
  %s38 = add i32 %s37, %c38
  %c39 = call i32 @sub_s_left_127(i8 %x)
  %s39 = add i32 %s38, %c39
  %c40 = call i32 @sub_s_left_128(i8 %x)
  %s40 = add i32 %s39, %c40
  %c41 = call i32 @sub_s_left_255(i8 %x)
  %s41 = add i32 %s40, %c41
  %c42 = call i32 @sub_s_right_0(i8 %x)
  %s42 = add i32 %s41, %c42
  %c43 = call i32 @sub_s_right_1(i8 %x)
  %s43 = add i32 %s42, %c43
  %c44 = call i32 @sub_s_right_7(i8 %x)
  %s44 = add i32 %s43, %c44
  %c45 = call i32 @sub_s_right_127(i8 %x)
  %s45 = add i32 %s44, %c45
  %c46 = call i32 @sub_s_right_128(i8 %x)
  %s46 = add i32 %s45, %c46
  %c47 = call i32 @sub_s_right_255(i8 %x)
  %s47 = add i32 %s46, %c47
  %c48 = call i32 @mul_u_left_0(i8 %x)
  %s48 = add i32 %s47, %c48
  %c49 = call i32 @mul_u_left_1(i8 %x)
  %s49 = add i32 %s48, %c49
  %c50 = call i32 @mul_u_left_7(i8 %x)
  %s50 = add i32 %s49, %c50
  %c51 = call i32 @mul_u_left_127(i8 %x)
  %s51 = add i32 %s50, %c51
  %c52 = call i32 @mul_u_left_128(i8 %x)
  %s52 = add i32 %s51, %c52
  %c53 = call i32 @mul_u_left_255(i8 %x)
  %s53 = add i32 %s52, %c53
  %c54 = call i32 @mul_u_right_0(i8 %x)
  %s54 = add i32 %s53, %c54
  %c55 = call i32 @mul_u_right_1(i8 %x)
  %s55 = add i32 %s54, %c55
  %c56 = call i32 @mul_u_right_7(i8 %x)
  %s56 = add i32 %s55, %c56
  %c57 = call i32 @mul_u_right_127(i8 %x)
  %s57 = add i32 %s56, %c57
  %c58 = call i32 @mul_u_right_128(i8 %x)
  %s58 = add i32 %s57, %c58
  %c59 = call i32 @mul_u_right_255(i8 %x)
  %s59 = add i32 %s58, %c59
  %c60 = call i32 @mul_s_left_0(i8 %x)
  %s60 = add i32 %s59, %c60
  %c61 = call i32 @mul_s_left_1(i8 %x)
  %s61 = add i32 %s60, %c61
  %c62 = call i32 @mul_s_left_7(i8 %x)
  %s62 = add i32 %s61, %c62
  %c63 = call i32 @mul_s_left_127(i8 %x)
  %s63 = add i32 %s62, %c63
  %c64 = call i32 @mul_s_left_128(i8 %x)
  %s64 = add i32 %s63, %c64
  %c65 = call i32 @mul_s_left_255(i8 %x)
  %s65 = add i32 %s64, %c65
  %c66 = call i32 @mul_s_right_0(i8 %x)
  %s66 = add i32 %s65, %c66
  %c67 = call i32 @mul_s_right_1(i8 %x)
  %s67 = add i32 %s66, %c67
  %c68 = call i32 @mul_s_right_7(i8 %x)
  %s68 = add i32 %s67, %c68
  %c69 = call i32 @mul_s_right_127(i8 %x)
  %s69 = add i32 %s68, %c69
  %c70 = call i32 @mul_s_right_128(i8 %x)
  %s70 = add i32 %s69, %c70
  %c71 = call i32 @mul_s_right_255(i8 %x)
  %s71 = add i32 %s70, %c71
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 256
  br i1 %more, label %loop, label %done
done:
  call i32 (ptr, ...) @printf(ptr @d, i32 %s71)
  ret i32 0
}
