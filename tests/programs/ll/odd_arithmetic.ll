; Integer arithmetic, shifts, comparison and casts at odd and wide widths.
; Every result goes into a hash, which is printed after each call.
; expect: output "3b681d9258ae43f0\n"
; expect: output "ade1479990c9705e\n"
; expect: output "95fc56ba5358d04c\n"
; expect: output "c99ec333330087eb\n"
; expect: output "5d8fc02bd5743eb2\n"
; expect: output "7edb2bb2ee47575d\n"
; expect: output "ad2d4ced376603b7\n"
; expect: output "496d308faa131801\n"
; expect: output "c47cd66f739cc2d0\n"
; expect: output "fa276519860cc9ed\n"
; expect: output "7c4743d9e1274aca\n"
; expect: output "38cf1ba395b4a769\n"
; expect: output "586c1992520da0c8\n"
; expect: output "5304068f5074c934\n"
; expect: output "c1c1e74a5022ee65\n"
; expect: output "1a59a0a6e2a94030\n"
; expect: output "f5f9a134b429b98d\n"
; expect: output "b12a86b2cd818296\n"
; expect: output "4fa8dab6ab1198d5\n"
; expect: output "f6ee4f31d219c802\n"
; expect: output "82add8bee04aee14\n"
; expect: output "cb7157f19c0785e3\n"
; expect: output "715137a82aab2a87\n"
; expect: output "ac93efebc8d87c22\n"
; expect: output "4c6c6b90b9c10503\n"
; expect: output "dc10934040150b22\n"
; expect: output "638029cb74840217\n"
; expect: output "80e97f07914d3acc\n"
; expect: output "aeae751969107fb\n"
; expect: output "366ac0e482c2e304\n"
; run: --opt 0
; run: --opt 1
; run: --opt 2
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@lx = private constant [5 x i8] c"%lx\0A\00"
declare i32 @printf(ptr, ...)

define internal void @hex(i64 %x) noinline {
  call i32 (ptr, ...) @printf(ptr @lx, i64 %x)
  ret void
}
@hash = global i64 0
define internal void @mix(i64 %x) noinline {
  %h = load i64, ptr @hash
  %m = mul i64 %h, 1099511628211
  %n = xor i64 %m, %x
  store i64 %n, ptr @hash
  ret void
}
define internal void @print_hash() noinline {
  %h = load i64, ptr @hash
  call void @hex(i64 %h)
  ret void
}
define internal void @check7(i7 %x, i7 %y) noinline {
  %t1 = add i7 %x, %y
  %t2 = zext i7 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = sub i7 %x, %y
  %t4 = zext i7 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = mul i7 %x, %y
  %t6 = zext i7 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = and i7 %x, %y
  %t8 = zext i7 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = or i7 %x, %y
  %t10 = zext i7 %t9 to i64
  call void @mix(i64 %t10)
  %t11 = xor i7 %x, %y
  %t12 = zext i7 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = udiv i7 %x, %y
  %t14 = zext i7 %t13 to i64
  call void @mix(i64 %t14)
  %t15 = urem i7 %x, %y
  %t16 = zext i7 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = sdiv i7 %x, %y
  %t18 = zext i7 %t17 to i64
  call void @mix(i64 %t18)
  %t19 = srem i7 %x, %y
  %t20 = zext i7 %t19 to i64
  call void @mix(i64 %t20)
  %t21 = urem i7 %y, 7
  %t22 = shl i7 %x, %t21
  %t23 = zext i7 %t22 to i64
  call void @mix(i64 %t23)
  %t24 = lshr i7 %x, %t21
  %t25 = zext i7 %t24 to i64
  call void @mix(i64 %t25)
  %t26 = ashr i7 %x, %t21
  %t27 = zext i7 %t26 to i64
  call void @mix(i64 %t27)
  %t28 = icmp eq i7 %x, %y
  %t29 = zext i1 %t28 to i64
  call void @mix(i64 %t29)
  %t30 = icmp ne i7 %x, %y
  %t31 = zext i1 %t30 to i64
  call void @mix(i64 %t31)
  %t32 = icmp ult i7 %x, %y
  %t33 = zext i1 %t32 to i64
  call void @mix(i64 %t33)
  %t34 = icmp ule i7 %x, %y
  %t35 = zext i1 %t34 to i64
  call void @mix(i64 %t35)
  %t36 = icmp slt i7 %x, %y
  %t37 = zext i1 %t36 to i64
  call void @mix(i64 %t37)
  %t38 = icmp sle i7 %x, %y
  %t39 = zext i1 %t38 to i64
  call void @mix(i64 %t39)
  %t40 = icmp ugt i7 %x, %y
  %t41 = zext i1 %t40 to i64
  call void @mix(i64 %t41)
  %t42 = icmp sgt i7 %x, %y
  %t43 = zext i1 %t42 to i64
  call void @mix(i64 %t43)
  %t44 = icmp uge i7 %x, %y
  %t45 = zext i1 %t44 to i64
  call void @mix(i64 %t45)
  %t46 = icmp sge i7 %x, %y
  %t47 = zext i1 %t46 to i64
  call void @mix(i64 %t47)
  %t48 = sext i7 %x to i77
  %t49 = trunc i77 %t48 to i64
  call void @mix(i64 %t49)
  %t50 = lshr i77 %t48, 64
  %t51 = trunc i77 %t50 to i64
  call void @mix(i64 %t51)
  %t52 = zext i7 %x to i77
  %t53 = trunc i77 %t52 to i64
  call void @mix(i64 %t53)
  %t54 = lshr i77 %t52, 64
  %t55 = trunc i77 %t54 to i64
  call void @mix(i64 %t55)
  %t56 = trunc i7 %x to i5
  %t57 = zext i5 %t56 to i64
  call void @mix(i64 %t57)
  ret void
}
define internal void @check48(i48 %x, i48 %y) noinline {
  %t1 = add i48 %x, %y
  %t2 = zext i48 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = sub i48 %x, %y
  %t4 = zext i48 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = mul i48 %x, %y
  %t6 = zext i48 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = and i48 %x, %y
  %t8 = zext i48 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = or i48 %x, %y
  %t10 = zext i48 %t9 to i64
  call void @mix(i64 %t10)
  %t11 = xor i48 %x, %y
  %t12 = zext i48 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = udiv i48 %x, %y
  %t14 = zext i48 %t13 to i64
  call void @mix(i64 %t14)
  %t15 = urem i48 %x, %y
  %t16 = zext i48 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = sdiv i48 %x, %y
  %t18 = zext i48 %t17 to i64
  call void @mix(i64 %t18)
  %t19 = srem i48 %x, %y
  %t20 = zext i48 %t19 to i64
  call void @mix(i64 %t20)
  %t21 = urem i48 %y, 48
  %t22 = shl i48 %x, %t21
  %t23 = zext i48 %t22 to i64
  call void @mix(i64 %t23)
  %t24 = lshr i48 %x, %t21
  %t25 = zext i48 %t24 to i64
  call void @mix(i64 %t25)
  %t26 = ashr i48 %x, %t21
  %t27 = zext i48 %t26 to i64
  call void @mix(i64 %t27)
  %t28 = icmp eq i48 %x, %y
  %t29 = zext i1 %t28 to i64
  call void @mix(i64 %t29)
  %t30 = icmp ne i48 %x, %y
  %t31 = zext i1 %t30 to i64
  call void @mix(i64 %t31)
  %t32 = icmp ult i48 %x, %y
  %t33 = zext i1 %t32 to i64
  call void @mix(i64 %t33)
  %t34 = icmp ule i48 %x, %y
  %t35 = zext i1 %t34 to i64
  call void @mix(i64 %t35)
  %t36 = icmp slt i48 %x, %y
  %t37 = zext i1 %t36 to i64
  call void @mix(i64 %t37)
  %t38 = icmp sle i48 %x, %y
  %t39 = zext i1 %t38 to i64
  call void @mix(i64 %t39)
  %t40 = icmp ugt i48 %x, %y
  %t41 = zext i1 %t40 to i64
  call void @mix(i64 %t41)
  %t42 = icmp sgt i48 %x, %y
  %t43 = zext i1 %t42 to i64
  call void @mix(i64 %t43)
  %t44 = icmp uge i48 %x, %y
  %t45 = zext i1 %t44 to i64
  call void @mix(i64 %t45)
  %t46 = icmp sge i48 %x, %y
  %t47 = zext i1 %t46 to i64
  call void @mix(i64 %t47)
  %t48 = sext i48 %x to i118
  %t49 = trunc i118 %t48 to i64
  call void @mix(i64 %t49)
  %t50 = lshr i118 %t48, 64
  %t51 = trunc i118 %t50 to i64
  call void @mix(i64 %t51)
  %t52 = zext i48 %x to i118
  %t53 = trunc i118 %t52 to i64
  call void @mix(i64 %t53)
  %t54 = lshr i118 %t52, 64
  %t55 = trunc i118 %t54 to i64
  call void @mix(i64 %t55)
  %t56 = trunc i48 %x to i5
  %t57 = zext i5 %t56 to i64
  call void @mix(i64 %t57)
  ret void
}
define internal void @check65(i65 %x, i65 %y) noinline {
  %t1 = add i65 %x, %y
  %t2 = trunc i65 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = lshr i65 %t1, 64
  %t4 = trunc i65 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = sub i65 %x, %y
  %t6 = trunc i65 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = lshr i65 %t5, 64
  %t8 = trunc i65 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = mul i65 %x, %y
  %t10 = trunc i65 %t9 to i64
  call void @mix(i64 %t10)
  %t11 = lshr i65 %t9, 64
  %t12 = trunc i65 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = and i65 %x, %y
  %t14 = trunc i65 %t13 to i64
  call void @mix(i64 %t14)
  %t15 = lshr i65 %t13, 64
  %t16 = trunc i65 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = or i65 %x, %y
  %t18 = trunc i65 %t17 to i64
  call void @mix(i64 %t18)
  %t19 = lshr i65 %t17, 64
  %t20 = trunc i65 %t19 to i64
  call void @mix(i64 %t20)
  %t21 = xor i65 %x, %y
  %t22 = trunc i65 %t21 to i64
  call void @mix(i64 %t22)
  %t23 = lshr i65 %t21, 64
  %t24 = trunc i65 %t23 to i64
  call void @mix(i64 %t24)
  %t25 = udiv i65 %x, %y
  %t26 = trunc i65 %t25 to i64
  call void @mix(i64 %t26)
  %t27 = lshr i65 %t25, 64
  %t28 = trunc i65 %t27 to i64
  call void @mix(i64 %t28)
  %t29 = urem i65 %x, %y
  %t30 = trunc i65 %t29 to i64
  call void @mix(i64 %t30)
  %t31 = lshr i65 %t29, 64
  %t32 = trunc i65 %t31 to i64
  call void @mix(i64 %t32)
  %t33 = sdiv i65 %x, %y
  %t34 = trunc i65 %t33 to i64
  call void @mix(i64 %t34)
  %t35 = lshr i65 %t33, 64
  %t36 = trunc i65 %t35 to i64
  call void @mix(i64 %t36)
  %t37 = srem i65 %x, %y
  %t38 = trunc i65 %t37 to i64
  call void @mix(i64 %t38)
  %t39 = lshr i65 %t37, 64
  %t40 = trunc i65 %t39 to i64
  call void @mix(i64 %t40)
  %t41 = urem i65 %y, 65
  %t42 = shl i65 %x, %t41
  %t43 = trunc i65 %t42 to i64
  call void @mix(i64 %t43)
  %t44 = lshr i65 %t42, 64
  %t45 = trunc i65 %t44 to i64
  call void @mix(i64 %t45)
  %t46 = lshr i65 %x, %t41
  %t47 = trunc i65 %t46 to i64
  call void @mix(i64 %t47)
  %t48 = lshr i65 %t46, 64
  %t49 = trunc i65 %t48 to i64
  call void @mix(i64 %t49)
  %t50 = ashr i65 %x, %t41
  %t51 = trunc i65 %t50 to i64
  call void @mix(i64 %t51)
  %t52 = lshr i65 %t50, 64
  %t53 = trunc i65 %t52 to i64
  call void @mix(i64 %t53)
  %t54 = icmp eq i65 %x, %y
  %t55 = zext i1 %t54 to i64
  call void @mix(i64 %t55)
  %t56 = icmp ne i65 %x, %y
  %t57 = zext i1 %t56 to i64
  call void @mix(i64 %t57)
  %t58 = icmp ult i65 %x, %y
  %t59 = zext i1 %t58 to i64
  call void @mix(i64 %t59)
  %t60 = icmp ule i65 %x, %y
  %t61 = zext i1 %t60 to i64
  call void @mix(i64 %t61)
  %t62 = icmp slt i65 %x, %y
  %t63 = zext i1 %t62 to i64
  call void @mix(i64 %t63)
  %t64 = icmp sle i65 %x, %y
  %t65 = zext i1 %t64 to i64
  call void @mix(i64 %t65)
  %t66 = icmp ugt i65 %x, %y
  %t67 = zext i1 %t66 to i64
  call void @mix(i64 %t67)
  %t68 = icmp sgt i65 %x, %y
  %t69 = zext i1 %t68 to i64
  call void @mix(i64 %t69)
  %t70 = icmp uge i65 %x, %y
  %t71 = zext i1 %t70 to i64
  call void @mix(i64 %t71)
  %t72 = icmp sge i65 %x, %y
  %t73 = zext i1 %t72 to i64
  call void @mix(i64 %t73)
  %t74 = sext i65 %x to i135
  %t75 = trunc i135 %t74 to i64
  call void @mix(i64 %t75)
  %t76 = lshr i135 %t74, 64
  %t77 = trunc i135 %t76 to i64
  call void @mix(i64 %t77)
  %t78 = lshr i135 %t74, 128
  %t79 = trunc i135 %t78 to i64
  call void @mix(i64 %t79)
  %t80 = zext i65 %x to i135
  %t81 = trunc i135 %t80 to i64
  call void @mix(i64 %t81)
  %t82 = lshr i135 %t80, 64
  %t83 = trunc i135 %t82 to i64
  call void @mix(i64 %t83)
  %t84 = lshr i135 %t80, 128
  %t85 = trunc i135 %t84 to i64
  call void @mix(i64 %t85)
  %t86 = trunc i65 %x to i5
  %t87 = zext i5 %t86 to i64
  call void @mix(i64 %t87)
  ret void
}
define internal void @check96(i96 %x, i96 %y) noinline {
  %t1 = add i96 %x, %y
  %t2 = trunc i96 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = lshr i96 %t1, 64
  %t4 = trunc i96 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = sub i96 %x, %y
  %t6 = trunc i96 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = lshr i96 %t5, 64
  %t8 = trunc i96 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = mul i96 %x, %y
  %t10 = trunc i96 %t9 to i64
  call void @mix(i64 %t10)
  %t11 = lshr i96 %t9, 64
  %t12 = trunc i96 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = and i96 %x, %y
  %t14 = trunc i96 %t13 to i64
  call void @mix(i64 %t14)
  %t15 = lshr i96 %t13, 64
  %t16 = trunc i96 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = or i96 %x, %y
  %t18 = trunc i96 %t17 to i64
  call void @mix(i64 %t18)
  %t19 = lshr i96 %t17, 64
  %t20 = trunc i96 %t19 to i64
  call void @mix(i64 %t20)
  %t21 = xor i96 %x, %y
  %t22 = trunc i96 %t21 to i64
  call void @mix(i64 %t22)
  %t23 = lshr i96 %t21, 64
  %t24 = trunc i96 %t23 to i64
  call void @mix(i64 %t24)
  %t25 = udiv i96 %x, %y
  %t26 = trunc i96 %t25 to i64
  call void @mix(i64 %t26)
  %t27 = lshr i96 %t25, 64
  %t28 = trunc i96 %t27 to i64
  call void @mix(i64 %t28)
  %t29 = urem i96 %x, %y
  %t30 = trunc i96 %t29 to i64
  call void @mix(i64 %t30)
  %t31 = lshr i96 %t29, 64
  %t32 = trunc i96 %t31 to i64
  call void @mix(i64 %t32)
  %t33 = sdiv i96 %x, %y
  %t34 = trunc i96 %t33 to i64
  call void @mix(i64 %t34)
  %t35 = lshr i96 %t33, 64
  %t36 = trunc i96 %t35 to i64
  call void @mix(i64 %t36)
  %t37 = srem i96 %x, %y
  %t38 = trunc i96 %t37 to i64
  call void @mix(i64 %t38)
  %t39 = lshr i96 %t37, 64
  %t40 = trunc i96 %t39 to i64
  call void @mix(i64 %t40)
  %t41 = urem i96 %y, 96
  %t42 = shl i96 %x, %t41
  %t43 = trunc i96 %t42 to i64
  call void @mix(i64 %t43)
  %t44 = lshr i96 %t42, 64
  %t45 = trunc i96 %t44 to i64
  call void @mix(i64 %t45)
  %t46 = lshr i96 %x, %t41
  %t47 = trunc i96 %t46 to i64
  call void @mix(i64 %t47)
  %t48 = lshr i96 %t46, 64
  %t49 = trunc i96 %t48 to i64
  call void @mix(i64 %t49)
  %t50 = ashr i96 %x, %t41
  %t51 = trunc i96 %t50 to i64
  call void @mix(i64 %t51)
  %t52 = lshr i96 %t50, 64
  %t53 = trunc i96 %t52 to i64
  call void @mix(i64 %t53)
  %t54 = icmp eq i96 %x, %y
  %t55 = zext i1 %t54 to i64
  call void @mix(i64 %t55)
  %t56 = icmp ne i96 %x, %y
  %t57 = zext i1 %t56 to i64
  call void @mix(i64 %t57)
  %t58 = icmp ult i96 %x, %y
  %t59 = zext i1 %t58 to i64
  call void @mix(i64 %t59)
  %t60 = icmp ule i96 %x, %y
  %t61 = zext i1 %t60 to i64
  call void @mix(i64 %t61)
  %t62 = icmp slt i96 %x, %y
  %t63 = zext i1 %t62 to i64
  call void @mix(i64 %t63)
  %t64 = icmp sle i96 %x, %y
  %t65 = zext i1 %t64 to i64
  call void @mix(i64 %t65)
  %t66 = icmp ugt i96 %x, %y
  %t67 = zext i1 %t66 to i64
  call void @mix(i64 %t67)
  %t68 = icmp sgt i96 %x, %y
  %t69 = zext i1 %t68 to i64
  call void @mix(i64 %t69)
  %t70 = icmp uge i96 %x, %y
  %t71 = zext i1 %t70 to i64
  call void @mix(i64 %t71)
  %t72 = icmp sge i96 %x, %y
  %t73 = zext i1 %t72 to i64
  call void @mix(i64 %t73)
  %t74 = sext i96 %x to i166
  %t75 = trunc i166 %t74 to i64
  call void @mix(i64 %t75)
  %t76 = lshr i166 %t74, 64
  %t77 = trunc i166 %t76 to i64
  call void @mix(i64 %t77)
  %t78 = lshr i166 %t74, 128
  %t79 = trunc i166 %t78 to i64
  call void @mix(i64 %t79)
  %t80 = zext i96 %x to i166
  %t81 = trunc i166 %t80 to i64
  call void @mix(i64 %t81)
  %t82 = lshr i166 %t80, 64
  %t83 = trunc i166 %t82 to i64
  call void @mix(i64 %t83)
  %t84 = lshr i166 %t80, 128
  %t85 = trunc i166 %t84 to i64
  call void @mix(i64 %t85)
  %t86 = trunc i96 %x to i5
  %t87 = zext i5 %t86 to i64
  call void @mix(i64 %t87)
  ret void
}
define internal void @check129(i129 %x, i129 %y) noinline {
  %t1 = add i129 %x, %y
  %t2 = trunc i129 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = lshr i129 %t1, 64
  %t4 = trunc i129 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = lshr i129 %t1, 128
  %t6 = trunc i129 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = sub i129 %x, %y
  %t8 = trunc i129 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = lshr i129 %t7, 64
  %t10 = trunc i129 %t9 to i64
  call void @mix(i64 %t10)
  %t11 = lshr i129 %t7, 128
  %t12 = trunc i129 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = mul i129 %x, %y
  %t14 = trunc i129 %t13 to i64
  call void @mix(i64 %t14)
  %t15 = lshr i129 %t13, 64
  %t16 = trunc i129 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = lshr i129 %t13, 128
  %t18 = trunc i129 %t17 to i64
  call void @mix(i64 %t18)
  %t19 = and i129 %x, %y
  %t20 = trunc i129 %t19 to i64
  call void @mix(i64 %t20)
  %t21 = lshr i129 %t19, 64
  %t22 = trunc i129 %t21 to i64
  call void @mix(i64 %t22)
  %t23 = lshr i129 %t19, 128
  %t24 = trunc i129 %t23 to i64
  call void @mix(i64 %t24)
  %t25 = or i129 %x, %y
  %t26 = trunc i129 %t25 to i64
  call void @mix(i64 %t26)
  %t27 = lshr i129 %t25, 64
  %t28 = trunc i129 %t27 to i64
  call void @mix(i64 %t28)
  %t29 = lshr i129 %t25, 128
  %t30 = trunc i129 %t29 to i64
  call void @mix(i64 %t30)
  %t31 = xor i129 %x, %y
  %t32 = trunc i129 %t31 to i64
  call void @mix(i64 %t32)
  %t33 = lshr i129 %t31, 64
  %t34 = trunc i129 %t33 to i64
  call void @mix(i64 %t34)
  %t35 = lshr i129 %t31, 128
  %t36 = trunc i129 %t35 to i64
  call void @mix(i64 %t36)
  %t37 = udiv i129 %x, %y
  %t38 = trunc i129 %t37 to i64
  call void @mix(i64 %t38)
  %t39 = lshr i129 %t37, 64
  %t40 = trunc i129 %t39 to i64
  call void @mix(i64 %t40)
  %t41 = lshr i129 %t37, 128
  %t42 = trunc i129 %t41 to i64
  call void @mix(i64 %t42)
  %t43 = urem i129 %x, %y
  %t44 = trunc i129 %t43 to i64
  call void @mix(i64 %t44)
  %t45 = lshr i129 %t43, 64
  %t46 = trunc i129 %t45 to i64
  call void @mix(i64 %t46)
  %t47 = lshr i129 %t43, 128
  %t48 = trunc i129 %t47 to i64
  call void @mix(i64 %t48)
  %t49 = sdiv i129 %x, %y
  %t50 = trunc i129 %t49 to i64
  call void @mix(i64 %t50)
  %t51 = lshr i129 %t49, 64
  %t52 = trunc i129 %t51 to i64
  call void @mix(i64 %t52)
  %t53 = lshr i129 %t49, 128
  %t54 = trunc i129 %t53 to i64
  call void @mix(i64 %t54)
  %t55 = srem i129 %x, %y
  %t56 = trunc i129 %t55 to i64
  call void @mix(i64 %t56)
  %t57 = lshr i129 %t55, 64
  %t58 = trunc i129 %t57 to i64
  call void @mix(i64 %t58)
  %t59 = lshr i129 %t55, 128
  %t60 = trunc i129 %t59 to i64
  call void @mix(i64 %t60)
  %t61 = urem i129 %y, 129
  %t62 = shl i129 %x, %t61
  %t63 = trunc i129 %t62 to i64
  call void @mix(i64 %t63)
  %t64 = lshr i129 %t62, 64
  %t65 = trunc i129 %t64 to i64
  call void @mix(i64 %t65)
  %t66 = lshr i129 %t62, 128
  %t67 = trunc i129 %t66 to i64
  call void @mix(i64 %t67)
  %t68 = lshr i129 %x, %t61
  %t69 = trunc i129 %t68 to i64
  call void @mix(i64 %t69)
  %t70 = lshr i129 %t68, 64
  %t71 = trunc i129 %t70 to i64
  call void @mix(i64 %t71)
  %t72 = lshr i129 %t68, 128
  %t73 = trunc i129 %t72 to i64
  call void @mix(i64 %t73)
  %t74 = ashr i129 %x, %t61
  %t75 = trunc i129 %t74 to i64
  call void @mix(i64 %t75)
  %t76 = lshr i129 %t74, 64
  %t77 = trunc i129 %t76 to i64
  call void @mix(i64 %t77)
  %t78 = lshr i129 %t74, 128
  %t79 = trunc i129 %t78 to i64
  call void @mix(i64 %t79)
  %t80 = icmp eq i129 %x, %y
  %t81 = zext i1 %t80 to i64
  call void @mix(i64 %t81)
  %t82 = icmp ne i129 %x, %y
  %t83 = zext i1 %t82 to i64
  call void @mix(i64 %t83)
  %t84 = icmp ult i129 %x, %y
  %t85 = zext i1 %t84 to i64
  call void @mix(i64 %t85)
  %t86 = icmp ule i129 %x, %y
  %t87 = zext i1 %t86 to i64
  call void @mix(i64 %t87)
  %t88 = icmp slt i129 %x, %y
  %t89 = zext i1 %t88 to i64
  call void @mix(i64 %t89)
  %t90 = icmp sle i129 %x, %y
  %t91 = zext i1 %t90 to i64
  call void @mix(i64 %t91)
  %t92 = icmp ugt i129 %x, %y
  %t93 = zext i1 %t92 to i64
  call void @mix(i64 %t93)
  %t94 = icmp sgt i129 %x, %y
  %t95 = zext i1 %t94 to i64
  call void @mix(i64 %t95)
  %t96 = icmp uge i129 %x, %y
  %t97 = zext i1 %t96 to i64
  call void @mix(i64 %t97)
  %t98 = icmp sge i129 %x, %y
  %t99 = zext i1 %t98 to i64
  call void @mix(i64 %t99)
  %t100 = sext i129 %x to i199
  %t101 = trunc i199 %t100 to i64
  call void @mix(i64 %t101)
  %t102 = lshr i199 %t100, 64
  %t103 = trunc i199 %t102 to i64
  call void @mix(i64 %t103)
  %t104 = lshr i199 %t100, 128
  %t105 = trunc i199 %t104 to i64
  call void @mix(i64 %t105)
  %t106 = lshr i199 %t100, 192
  %t107 = trunc i199 %t106 to i64
  call void @mix(i64 %t107)
  %t108 = zext i129 %x to i199
  %t109 = trunc i199 %t108 to i64
  call void @mix(i64 %t109)
  %t110 = lshr i199 %t108, 64
  %t111 = trunc i199 %t110 to i64
  call void @mix(i64 %t111)
  %t112 = lshr i199 %t108, 128
  %t113 = trunc i199 %t112 to i64
  call void @mix(i64 %t113)
  %t114 = lshr i199 %t108, 192
  %t115 = trunc i199 %t114 to i64
  call void @mix(i64 %t115)
  %t116 = trunc i129 %x to i5
  %t117 = zext i5 %t116 to i64
  call void @mix(i64 %t117)
  ret void
}
define internal void @check192(i192 %x, i192 %y) noinline {
  %t1 = add i192 %x, %y
  %t2 = trunc i192 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = lshr i192 %t1, 64
  %t4 = trunc i192 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = lshr i192 %t1, 128
  %t6 = trunc i192 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = sub i192 %x, %y
  %t8 = trunc i192 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = lshr i192 %t7, 64
  %t10 = trunc i192 %t9 to i64
  call void @mix(i64 %t10)
  %t11 = lshr i192 %t7, 128
  %t12 = trunc i192 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = mul i192 %x, %y
  %t14 = trunc i192 %t13 to i64
  call void @mix(i64 %t14)
  %t15 = lshr i192 %t13, 64
  %t16 = trunc i192 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = lshr i192 %t13, 128
  %t18 = trunc i192 %t17 to i64
  call void @mix(i64 %t18)
  %t19 = and i192 %x, %y
  %t20 = trunc i192 %t19 to i64
  call void @mix(i64 %t20)
  %t21 = lshr i192 %t19, 64
  %t22 = trunc i192 %t21 to i64
  call void @mix(i64 %t22)
  %t23 = lshr i192 %t19, 128
  %t24 = trunc i192 %t23 to i64
  call void @mix(i64 %t24)
  %t25 = or i192 %x, %y
  %t26 = trunc i192 %t25 to i64
  call void @mix(i64 %t26)
  %t27 = lshr i192 %t25, 64
  %t28 = trunc i192 %t27 to i64
  call void @mix(i64 %t28)
  %t29 = lshr i192 %t25, 128
  %t30 = trunc i192 %t29 to i64
  call void @mix(i64 %t30)
  %t31 = xor i192 %x, %y
  %t32 = trunc i192 %t31 to i64
  call void @mix(i64 %t32)
  %t33 = lshr i192 %t31, 64
  %t34 = trunc i192 %t33 to i64
  call void @mix(i64 %t34)
  %t35 = lshr i192 %t31, 128
  %t36 = trunc i192 %t35 to i64
  call void @mix(i64 %t36)
  %t37 = udiv i192 %x, %y
  %t38 = trunc i192 %t37 to i64
  call void @mix(i64 %t38)
  %t39 = lshr i192 %t37, 64
  %t40 = trunc i192 %t39 to i64
  call void @mix(i64 %t40)
  %t41 = lshr i192 %t37, 128
  %t42 = trunc i192 %t41 to i64
  call void @mix(i64 %t42)
  %t43 = urem i192 %x, %y
  %t44 = trunc i192 %t43 to i64
  call void @mix(i64 %t44)
  %t45 = lshr i192 %t43, 64
  %t46 = trunc i192 %t45 to i64
  call void @mix(i64 %t46)
  %t47 = lshr i192 %t43, 128
  %t48 = trunc i192 %t47 to i64
  call void @mix(i64 %t48)
  %t49 = sdiv i192 %x, %y
  %t50 = trunc i192 %t49 to i64
  call void @mix(i64 %t50)
  %t51 = lshr i192 %t49, 64
  %t52 = trunc i192 %t51 to i64
  call void @mix(i64 %t52)
  %t53 = lshr i192 %t49, 128
  %t54 = trunc i192 %t53 to i64
  call void @mix(i64 %t54)
  %t55 = srem i192 %x, %y
  %t56 = trunc i192 %t55 to i64
  call void @mix(i64 %t56)
  %t57 = lshr i192 %t55, 64
  %t58 = trunc i192 %t57 to i64
  call void @mix(i64 %t58)
  %t59 = lshr i192 %t55, 128
  %t60 = trunc i192 %t59 to i64
  call void @mix(i64 %t60)
  %t61 = urem i192 %y, 192
  %t62 = shl i192 %x, %t61
  %t63 = trunc i192 %t62 to i64
  call void @mix(i64 %t63)
  %t64 = lshr i192 %t62, 64
  %t65 = trunc i192 %t64 to i64
  call void @mix(i64 %t65)
  %t66 = lshr i192 %t62, 128
  %t67 = trunc i192 %t66 to i64
  call void @mix(i64 %t67)
  %t68 = lshr i192 %x, %t61
  %t69 = trunc i192 %t68 to i64
  call void @mix(i64 %t69)
  %t70 = lshr i192 %t68, 64
  %t71 = trunc i192 %t70 to i64
  call void @mix(i64 %t71)
  %t72 = lshr i192 %t68, 128
  %t73 = trunc i192 %t72 to i64
  call void @mix(i64 %t73)
  %t74 = ashr i192 %x, %t61
  %t75 = trunc i192 %t74 to i64
  call void @mix(i64 %t75)
  %t76 = lshr i192 %t74, 64
  %t77 = trunc i192 %t76 to i64
  call void @mix(i64 %t77)
  %t78 = lshr i192 %t74, 128
  %t79 = trunc i192 %t78 to i64
  call void @mix(i64 %t79)
  %t80 = icmp eq i192 %x, %y
  %t81 = zext i1 %t80 to i64
  call void @mix(i64 %t81)
  %t82 = icmp ne i192 %x, %y
  %t83 = zext i1 %t82 to i64
  call void @mix(i64 %t83)
  %t84 = icmp ult i192 %x, %y
  %t85 = zext i1 %t84 to i64
  call void @mix(i64 %t85)
  %t86 = icmp ule i192 %x, %y
  %t87 = zext i1 %t86 to i64
  call void @mix(i64 %t87)
  %t88 = icmp slt i192 %x, %y
  %t89 = zext i1 %t88 to i64
  call void @mix(i64 %t89)
  %t90 = icmp sle i192 %x, %y
  %t91 = zext i1 %t90 to i64
  call void @mix(i64 %t91)
  %t92 = icmp ugt i192 %x, %y
  %t93 = zext i1 %t92 to i64
  call void @mix(i64 %t93)
  %t94 = icmp sgt i192 %x, %y
  %t95 = zext i1 %t94 to i64
  call void @mix(i64 %t95)
  %t96 = icmp uge i192 %x, %y
  %t97 = zext i1 %t96 to i64
  call void @mix(i64 %t97)
  %t98 = icmp sge i192 %x, %y
  %t99 = zext i1 %t98 to i64
  call void @mix(i64 %t99)
  %t100 = sext i192 %x to i262
  %t101 = trunc i262 %t100 to i64
  call void @mix(i64 %t101)
  %t102 = lshr i262 %t100, 64
  %t103 = trunc i262 %t102 to i64
  call void @mix(i64 %t103)
  %t104 = lshr i262 %t100, 128
  %t105 = trunc i262 %t104 to i64
  call void @mix(i64 %t105)
  %t106 = lshr i262 %t100, 192
  %t107 = trunc i262 %t106 to i64
  call void @mix(i64 %t107)
  %t108 = lshr i262 %t100, 256
  %t109 = trunc i262 %t108 to i64
  call void @mix(i64 %t109)
  %t110 = zext i192 %x to i262
  %t111 = trunc i262 %t110 to i64
  call void @mix(i64 %t111)
  %t112 = lshr i262 %t110, 64
  %t113 = trunc i262 %t112 to i64
  call void @mix(i64 %t113)
  %t114 = lshr i262 %t110, 128
  %t115 = trunc i262 %t114 to i64
  call void @mix(i64 %t115)
  %t116 = lshr i262 %t110, 192
  %t117 = trunc i262 %t116 to i64
  call void @mix(i64 %t117)
  %t118 = lshr i262 %t110, 256
  %t119 = trunc i262 %t118 to i64
  call void @mix(i64 %t119)
  %t120 = trunc i192 %x to i5
  %t121 = zext i5 %t120 to i64
  call void @mix(i64 %t121)
  ret void
}
define i32 @main() {
  call void @check7(i7 120, i7 33)
  call void @print_hash()
  call void @check7(i7 123, i7 3)
  call void @print_hash()
  call void @check7(i7 64, i7 7)
  call void @print_hash()
  call void @check7(i7 57, i7 57)
  call void @print_hash()
  call void @check7(i7 3, i7 125)
  call void @print_hash()
  call void @check48(i48 49736985504120, i48 223928981472033)
  call void @print_hash()
  call void @check48(i48 281474976710651, i48 3)
  call void @print_hash()
  call void @check48(i48 140737488355328, i48 7)
  call void @print_hash()
  call void @check48(i48 12345, i48 12345)
  call void @print_hash()
  call void @check48(i48 3, i48 281474976710653)
  call void @print_hash()
  call void @check65(i65 1089357896855742840, i65 2300718913637663521)
  call void @print_hash()
  call void @check65(i65 36893488147419103227, i65 3)
  call void @print_hash()
  call void @check65(i65 18446744073709551616, i65 7)
  call void @print_hash()
  call void @check65(i65 12345, i65 12345)
  call void @print_hash()
  call void @check65(i65 3, i65 36893488147419103229)
  call void @print_hash()
  call void @check96(i96 36621017342327753518668736888, i96 2300718913637663521)
  call void @print_hash()
  call void @check96(i96 79228162514264337593543950331, i96 3)
  call void @print_hash()
  call void @check96(i96 39614081257132168796771975168, i96 7)
  call void @print_hash()
  call void @check96(i96 12345, i96 12345)
  call void @print_hash()
  call void @check96(i96 3, i96 79228162514264337593543950333)
  call void @print_hash()
  call void @check129(i129 679052367766672755980424231861492541816, i129 2300718913637663521)
  call void @print_hash()
  call void @check129(i129 680564733841876926926749214863536422907, i129 3)
  call void @print_hash()
  call void @check129(i129 340282366920938463463374607431768211456, i129 7)
  call void @print_hash()
  call void @check129(i129 12345, i129 12345)
  call void @print_hash()
  call void @check129(i129 3, i129 680564733841876926926749214863536422909)
  call void @print_hash()
  call void @check192(i192 27898229935051914480226618602452055723401069111537199480, i192 2300718913637663521)
  call void @print_hash()
  call void @check192(i192 6277101735386680763835789423207666416102355444464034512891, i192 3)
  call void @print_hash()
  call void @check192(i192 3138550867693340381917894711603833208051177722232017256448, i192 7)
  call void @print_hash()
  call void @check192(i192 12345, i192 12345)
  call void @print_hash()
  call void @check192(i192 3, i192 6277101735386680763835789423207666416102355444464034512893)
  call void @print_hash()
  ret i32 0
}
