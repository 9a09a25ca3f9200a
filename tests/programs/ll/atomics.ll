; atomicrmw of every operation, cmpxchg strong and weak, atomic loads and stores, fences.
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "-100\n"
; expect: output "-55\n"
; expect: output "-100\n"
; expect: output "111\n"
; expect: output "-100\n"
; expect: output "12\n"
; expect: output "-100\n"
; expect: output "-13\n"
; expect: output "-100\n"
; expect: output "-67\n"
; expect: output "-100\n"
; expect: output "-79\n"
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "-100\n"
; expect: output "0\n"
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "-100\n"
; expect: output "-55\n"
; expect: output "-100\n"
; expect: output "-145\n"
; expect: output "-100\n"
; expect: output "12\n"
; expect: output "-100\n"
; expect: output "-13\n"
; expect: output "-100\n"
; expect: output "-67\n"
; expect: output "-100\n"
; expect: output "-79\n"
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "-100\n"
; expect: output "0\n"
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "-100\n"
; expect: output "-55\n"
; expect: output "-100\n"
; expect: output "-145\n"
; expect: output "-100\n"
; expect: output "12\n"
; expect: output "-100\n"
; expect: output "-13\n"
; expect: output "-100\n"
; expect: output "-67\n"
; expect: output "-100\n"
; expect: output "-79\n"
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "-100\n"
; expect: output "0\n"
; expect: output "-100\n"
; expect: output "45\n"
; expect: output "2.5\n"
; expect: output "6.5\n"
; expect: output "2.5\n"
; expect: output "-1.5\n"
; expect: output "2.5\n"
; expect: output "4\n"
; expect: output "2.5\n"
; expect: output "2.5\n"
; expect: output "1\n"
; expect: output "7\n"
; expect: output "9\n"
; expect: output "0\n"
; expect: output "7\n"
; expect: output "7\n"
; expect: output "1\n"
; expect: output "7\n"
; expect: output "9\n"
; expect: output "0\n"
; expect: output "7\n"
; expect: output "7\n"
; expect: output "1\n"
; expect: output "7\n"
; expect: output "9\n"
; expect: output "0\n"
; expect: output "7\n"
; expect: output "7\n"
; expect: output "1\n"
; expect: output "0\n"
; expect: output "3\n"
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

@c = global i64 0, align 8
@p = global ptr null

define i32 @main() {
  %z = call i64 @zero()
  store i8 -100, ptr @c
  %t1 = trunc i64 %z to i8
  %t2x = add i8 %t1, 45
  %t2 = atomicrmw xchg ptr @c, i8 %t2x seq_cst
  %t4 = load i8, ptr @c
  %t3 = sext i8 %t2 to i64
  %t5 = sext i8 %t4 to i64
  call void @show(i64 %t3)
  call void @show(i64 %t5)
  store i8 -100, ptr @c
  %t6 = trunc i64 %z to i8
  %t7x = add i8 %t6, 45
  %t7 = atomicrmw add ptr @c, i8 %t7x seq_cst
  %t9 = load i8, ptr @c
  %t8 = sext i8 %t7 to i64
  %t10 = sext i8 %t9 to i64
  call void @show(i64 %t8)
  call void @show(i64 %t10)
  store i8 -100, ptr @c
  %t11 = trunc i64 %z to i8
  %t12x = add i8 %t11, 45
  %t12 = atomicrmw sub ptr @c, i8 %t12x seq_cst
  %t14 = load i8, ptr @c
  %t13 = sext i8 %t12 to i64
  %t15 = sext i8 %t14 to i64
  call void @show(i64 %t13)
  call void @show(i64 %t15)
  store i8 -100, ptr @c
  %t16 = trunc i64 %z to i8
  %t17x = add i8 %t16, 45
  %t17 = atomicrmw and ptr @c, i8 %t17x seq_cst
  %t19 = load i8, ptr @c
  %t18 = sext i8 %t17 to i64
  %t20 = sext i8 %t19 to i64
  call void @show(i64 %t18)
  call void @show(i64 %t20)
  store i8 -100, ptr @c
  %t21 = trunc i64 %z to i8
  %t22x = add i8 %t21, 45
  %t22 = atomicrmw nand ptr @c, i8 %t22x seq_cst
  %t24 = load i8, ptr @c
  %t23 = sext i8 %t22 to i64
  %t25 = sext i8 %t24 to i64
  call void @show(i64 %t23)
  call void @show(i64 %t25)
  store i8 -100, ptr @c
  %t26 = trunc i64 %z to i8
  %t27x = add i8 %t26, 45
  %t27 = atomicrmw or ptr @c, i8 %t27x seq_cst
  %t29 = load i8, ptr @c
  %t28 = sext i8 %t27 to i64
  %t30 = sext i8 %t29 to i64
  call void @show(i64 %t28)
  call void @show(i64 %t30)
  store i8 -100, ptr @c
  %t31 = trunc i64 %z to i8
  %t32x = add i8 %t31, 45
  %t32 = atomicrmw xor ptr @c, i8 %t32x seq_cst
  %t34 = load i8, ptr @c
  %t33 = sext i8 %t32 to i64
  %t35 = sext i8 %t34 to i64
  call void @show(i64 %t33)
  call void @show(i64 %t35)
  store i8 -100, ptr @c
  %t36 = trunc i64 %z to i8
  %t37x = add i8 %t36, 45
  %t37 = atomicrmw max ptr @c, i8 %t37x seq_cst
  %t39 = load i8, ptr @c
  %t38 = sext i8 %t37 to i64
  %t40 = sext i8 %t39 to i64
  call void @show(i64 %t38)
  call void @show(i64 %t40)
  store i8 -100, ptr @c
  %t41 = trunc i64 %z to i8
  %t42x = add i8 %t41, 45
  %t42 = atomicrmw min ptr @c, i8 %t42x seq_cst
  %t44 = load i8, ptr @c
  %t43 = sext i8 %t42 to i64
  %t45 = sext i8 %t44 to i64
  call void @show(i64 %t43)
  call void @show(i64 %t45)
  store i8 -100, ptr @c
  %t46 = trunc i64 %z to i8
  %t47x = add i8 %t46, 45
  %t47 = atomicrmw umax ptr @c, i8 %t47x seq_cst
  %t49 = load i8, ptr @c
  %t48 = sext i8 %t47 to i64
  %t50 = sext i8 %t49 to i64
  call void @show(i64 %t48)
  call void @show(i64 %t50)
  store i8 -100, ptr @c
  %t51 = trunc i64 %z to i8
  %t52x = add i8 %t51, 45
  %t52 = atomicrmw umin ptr @c, i8 %t52x seq_cst
  %t54 = load i8, ptr @c
  %t53 = sext i8 %t52 to i64
  %t55 = sext i8 %t54 to i64
  call void @show(i64 %t53)
  call void @show(i64 %t55)
  store i8 -100, ptr @c
  %t56 = trunc i64 %z to i8
  %t57x = add i8 %t56, 45
  %t57 = atomicrmw uinc_wrap ptr @c, i8 %t57x seq_cst
  %t59 = load i8, ptr @c
  %t58 = sext i8 %t57 to i64
  %t60 = sext i8 %t59 to i64
  call void @show(i64 %t58)
  call void @show(i64 %t60)
  store i8 -100, ptr @c
  %t61 = trunc i64 %z to i8
  %t62x = add i8 %t61, 45
  %t62 = atomicrmw udec_wrap ptr @c, i8 %t62x seq_cst
  %t64 = load i8, ptr @c
  %t63 = sext i8 %t62 to i64
  %t65 = sext i8 %t64 to i64
  call void @show(i64 %t63)
  call void @show(i64 %t65)
  store i32 -100, ptr @c
  %t66 = trunc i64 %z to i32
  %t67x = add i32 %t66, 45
  %t67 = atomicrmw xchg ptr @c, i32 %t67x seq_cst
  %t69 = load i32, ptr @c
  %t68 = sext i32 %t67 to i64
  %t70 = sext i32 %t69 to i64
  call void @show(i64 %t68)
  call void @show(i64 %t70)
  store i32 -100, ptr @c
  %t71 = trunc i64 %z to i32
  %t72x = add i32 %t71, 45
  %t72 = atomicrmw add ptr @c, i32 %t72x seq_cst
  %t74 = load i32, ptr @c
  %t73 = sext i32 %t72 to i64
  %t75 = sext i32 %t74 to i64
  call void @show(i64 %t73)
  call void @show(i64 %t75)
  store i32 -100, ptr @c
  %t76 = trunc i64 %z to i32
  %t77x = add i32 %t76, 45
  %t77 = atomicrmw sub ptr @c, i32 %t77x seq_cst
  %t79 = load i32, ptr @c
  %t78 = sext i32 %t77 to i64
  %t80 = sext i32 %t79 to i64
  call void @show(i64 %t78)
  call void @show(i64 %t80)
  store i32 -100, ptr @c
  %t81 = trunc i64 %z to i32
  %t82x = add i32 %t81, 45
  %t82 = atomicrmw and ptr @c, i32 %t82x seq_cst
  %t84 = load i32, ptr @c
  %t83 = sext i32 %t82 to i64
  %t85 = sext i32 %t84 to i64
  call void @show(i64 %t83)
  call void @show(i64 %t85)
  store i32 -100, ptr @c
  %t86 = trunc i64 %z to i32
  %t87x = add i32 %t86, 45
  %t87 = atomicrmw nand ptr @c, i32 %t87x seq_cst
  %t89 = load i32, ptr @c
  %t88 = sext i32 %t87 to i64
  %t90 = sext i32 %t89 to i64
  call void @show(i64 %t88)
  call void @show(i64 %t90)
  store i32 -100, ptr @c
  %t91 = trunc i64 %z to i32
  %t92x = add i32 %t91, 45
  %t92 = atomicrmw or ptr @c, i32 %t92x seq_cst
  %t94 = load i32, ptr @c
  %t93 = sext i32 %t92 to i64
  %t95 = sext i32 %t94 to i64
  call void @show(i64 %t93)
  call void @show(i64 %t95)
  store i32 -100, ptr @c
  %t96 = trunc i64 %z to i32
  %t97x = add i32 %t96, 45
  %t97 = atomicrmw xor ptr @c, i32 %t97x seq_cst
  %t99 = load i32, ptr @c
  %t98 = sext i32 %t97 to i64
  %t100 = sext i32 %t99 to i64
  call void @show(i64 %t98)
  call void @show(i64 %t100)
  store i32 -100, ptr @c
  %t101 = trunc i64 %z to i32
  %t102x = add i32 %t101, 45
  %t102 = atomicrmw max ptr @c, i32 %t102x seq_cst
  %t104 = load i32, ptr @c
  %t103 = sext i32 %t102 to i64
  %t105 = sext i32 %t104 to i64
  call void @show(i64 %t103)
  call void @show(i64 %t105)
  store i32 -100, ptr @c
  %t106 = trunc i64 %z to i32
  %t107x = add i32 %t106, 45
  %t107 = atomicrmw min ptr @c, i32 %t107x seq_cst
  %t109 = load i32, ptr @c
  %t108 = sext i32 %t107 to i64
  %t110 = sext i32 %t109 to i64
  call void @show(i64 %t108)
  call void @show(i64 %t110)
  store i32 -100, ptr @c
  %t111 = trunc i64 %z to i32
  %t112x = add i32 %t111, 45
  %t112 = atomicrmw umax ptr @c, i32 %t112x seq_cst
  %t114 = load i32, ptr @c
  %t113 = sext i32 %t112 to i64
  %t115 = sext i32 %t114 to i64
  call void @show(i64 %t113)
  call void @show(i64 %t115)
  store i32 -100, ptr @c
  %t116 = trunc i64 %z to i32
  %t117x = add i32 %t116, 45
  %t117 = atomicrmw umin ptr @c, i32 %t117x seq_cst
  %t119 = load i32, ptr @c
  %t118 = sext i32 %t117 to i64
  %t120 = sext i32 %t119 to i64
  call void @show(i64 %t118)
  call void @show(i64 %t120)
  store i32 -100, ptr @c
  %t121 = trunc i64 %z to i32
  %t122x = add i32 %t121, 45
  %t122 = atomicrmw uinc_wrap ptr @c, i32 %t122x seq_cst
  %t124 = load i32, ptr @c
  %t123 = sext i32 %t122 to i64
  %t125 = sext i32 %t124 to i64
  call void @show(i64 %t123)
  call void @show(i64 %t125)
  store i32 -100, ptr @c
  %t126 = trunc i64 %z to i32
  %t127x = add i32 %t126, 45
  %t127 = atomicrmw udec_wrap ptr @c, i32 %t127x seq_cst
  %t129 = load i32, ptr @c
  %t128 = sext i32 %t127 to i64
  %t130 = sext i32 %t129 to i64
  call void @show(i64 %t128)
  call void @show(i64 %t130)
  store i64 -100, ptr @c
  %t131 = add i64 %z, 0
  %t132x = add i64 %t131, 45
  %t132 = atomicrmw xchg ptr @c, i64 %t132x seq_cst
  %t134 = load i64, ptr @c
  call void @show(i64 %t132)
  call void @show(i64 %t134)
  store i64 -100, ptr @c
  %t136 = add i64 %z, 0
  %t137x = add i64 %t136, 45
  %t137 = atomicrmw add ptr @c, i64 %t137x seq_cst
  %t139 = load i64, ptr @c
  call void @show(i64 %t137)
  call void @show(i64 %t139)
  store i64 -100, ptr @c
  %t141 = add i64 %z, 0
  %t142x = add i64 %t141, 45
  %t142 = atomicrmw sub ptr @c, i64 %t142x seq_cst
  %t144 = load i64, ptr @c
  call void @show(i64 %t142)
  call void @show(i64 %t144)
  store i64 -100, ptr @c
  %t146 = add i64 %z, 0
  %t147x = add i64 %t146, 45
  %t147 = atomicrmw and ptr @c, i64 %t147x seq_cst
  %t149 = load i64, ptr @c
  call void @show(i64 %t147)
  call void @show(i64 %t149)
  store i64 -100, ptr @c
  %t151 = add i64 %z, 0
  %t152x = add i64 %t151, 45
  %t152 = atomicrmw nand ptr @c, i64 %t152x seq_cst
  %t154 = load i64, ptr @c
  call void @show(i64 %t152)
  call void @show(i64 %t154)
  store i64 -100, ptr @c
  %t156 = add i64 %z, 0
  %t157x = add i64 %t156, 45
  %t157 = atomicrmw or ptr @c, i64 %t157x seq_cst
  %t159 = load i64, ptr @c
  call void @show(i64 %t157)
  call void @show(i64 %t159)
  store i64 -100, ptr @c
  %t161 = add i64 %z, 0
  %t162x = add i64 %t161, 45
  %t162 = atomicrmw xor ptr @c, i64 %t162x seq_cst
  %t164 = load i64, ptr @c
  call void @show(i64 %t162)
  call void @show(i64 %t164)
  store i64 -100, ptr @c
  %t166 = add i64 %z, 0
  %t167x = add i64 %t166, 45
  %t167 = atomicrmw max ptr @c, i64 %t167x seq_cst
  %t169 = load i64, ptr @c
  call void @show(i64 %t167)
  call void @show(i64 %t169)
  store i64 -100, ptr @c
  %t171 = add i64 %z, 0
  %t172x = add i64 %t171, 45
  %t172 = atomicrmw min ptr @c, i64 %t172x seq_cst
  %t174 = load i64, ptr @c
  call void @show(i64 %t172)
  call void @show(i64 %t174)
  store i64 -100, ptr @c
  %t176 = add i64 %z, 0
  %t177x = add i64 %t176, 45
  %t177 = atomicrmw umax ptr @c, i64 %t177x seq_cst
  %t179 = load i64, ptr @c
  call void @show(i64 %t177)
  call void @show(i64 %t179)
  store i64 -100, ptr @c
  %t181 = add i64 %z, 0
  %t182x = add i64 %t181, 45
  %t182 = atomicrmw umin ptr @c, i64 %t182x seq_cst
  %t184 = load i64, ptr @c
  call void @show(i64 %t182)
  call void @show(i64 %t184)
  store i64 -100, ptr @c
  %t186 = add i64 %z, 0
  %t187x = add i64 %t186, 45
  %t187 = atomicrmw uinc_wrap ptr @c, i64 %t187x seq_cst
  %t189 = load i64, ptr @c
  call void @show(i64 %t187)
  call void @show(i64 %t189)
  store i64 -100, ptr @c
  %t191 = add i64 %z, 0
  %t192x = add i64 %t191, 45
  %t192 = atomicrmw udec_wrap ptr @c, i64 %t192x seq_cst
  %t194 = load i64, ptr @c
  call void @show(i64 %t192)
  call void @show(i64 %t194)
  store double 2.5, ptr @c
  %t196 = atomicrmw fadd ptr @c, double 4.0 monotonic
  %t197 = load double, ptr @c
  call void @real(double %t196)
  call void @real(double %t197)
  store double 2.5, ptr @c
  %t198 = atomicrmw fsub ptr @c, double 4.0 monotonic
  %t199 = load double, ptr @c
  call void @real(double %t198)
  call void @real(double %t199)
  store double 2.5, ptr @c
  %t200 = atomicrmw fmax ptr @c, double 4.0 monotonic
  %t201 = load double, ptr @c
  call void @real(double %t200)
  call void @real(double %t201)
  store double 2.5, ptr @c
  %t202 = atomicrmw fmin ptr @c, double 4.0 monotonic
  %t203 = load double, ptr @c
  call void @real(double %t202)
  call void @real(double %t203)
  store i8 7, ptr @c
  %t204 = cmpxchg ptr @c, i8 7, i8 9 acq_rel monotonic
  %t205 = extractvalue {i8, i1} %t204, 0
  %t206 = extractvalue {i8, i1} %t204, 1
  %t208 = zext i1 %t206 to i64
  call void @show(i64 %t208)
  %t209 = load atomic i8, ptr @c acquire, align 8
  %t207 = sext i8 %t205 to i64
  %t210 = sext i8 %t209 to i64
  call void @show(i64 %t207)
  call void @show(i64 %t210)
  store i8 7, ptr @c
  %t211 = cmpxchg ptr @c, i8 8, i8 9 acq_rel monotonic
  %t212 = extractvalue {i8, i1} %t211, 0
  %t213 = extractvalue {i8, i1} %t211, 1
  %t215 = zext i1 %t213 to i64
  call void @show(i64 %t215)
  %t216 = load atomic i8, ptr @c acquire, align 8
  %t214 = sext i8 %t212 to i64
  %t217 = sext i8 %t216 to i64
  call void @show(i64 %t214)
  call void @show(i64 %t217)
  store i32 7, ptr @c
  %t218 = cmpxchg weak ptr @c, i32 7, i32 9 acq_rel monotonic
  %t219 = extractvalue {i32, i1} %t218, 0
  %t220 = extractvalue {i32, i1} %t218, 1
  %t222 = zext i1 %t220 to i64
  call void @show(i64 %t222)
  %t223 = load atomic i32, ptr @c acquire, align 8
  %t221 = sext i32 %t219 to i64
  %t224 = sext i32 %t223 to i64
  call void @show(i64 %t221)
  call void @show(i64 %t224)
  store i32 7, ptr @c
  %t225 = cmpxchg weak ptr @c, i32 8, i32 9 acq_rel monotonic
  %t226 = extractvalue {i32, i1} %t225, 0
  %t227 = extractvalue {i32, i1} %t225, 1
  %t229 = zext i1 %t227 to i64
  call void @show(i64 %t229)
  %t230 = load atomic i32, ptr @c acquire, align 8
  %t228 = sext i32 %t226 to i64
  %t231 = sext i32 %t230 to i64
  call void @show(i64 %t228)
  call void @show(i64 %t231)
  store i64 7, ptr @c
  %t232 = cmpxchg ptr @c, i64 7, i64 9 acq_rel monotonic
  %t233 = extractvalue {i64, i1} %t232, 0
  %t234 = extractvalue {i64, i1} %t232, 1
  %t236 = zext i1 %t234 to i64
  call void @show(i64 %t236)
  %t237 = load atomic i64, ptr @c acquire, align 8
  call void @show(i64 %t233)
  call void @show(i64 %t237)
  store i64 7, ptr @c
  %t239 = cmpxchg ptr @c, i64 8, i64 9 acq_rel monotonic
  %t240 = extractvalue {i64, i1} %t239, 0
  %t241 = extractvalue {i64, i1} %t239, 1
  %t243 = zext i1 %t241 to i64
  call void @show(i64 %t243)
  %t244 = load atomic i64, ptr @c acquire, align 8
  call void @show(i64 %t240)
  call void @show(i64 %t244)
  fence seq_cst
  fence syncscope("singlethread") acquire
  store ptr @c, ptr @p
  %pr = cmpxchg ptr @p, ptr @c, ptr null seq_cst seq_cst
  %ps = extractvalue {ptr, i1} %pr, 1
  %pse = zext i1 %ps to i64
  call void @show(i64 %pse)
  %px = atomicrmw xchg ptr @p, ptr @c seq_cst
  %pxi = ptrtoint ptr %px to i64
  call void @show(i64 %pxi)
  store atomic i64 3, ptr @c release, align 8
  %last = load i64, ptr @c
  call void @show(i64 %last)
  ret i32 0
}
