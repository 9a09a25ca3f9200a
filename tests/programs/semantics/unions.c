// Unions read as another type: bytes, floats, ints, pointers.
// expect: output "89abcdef 1234567 4567 1\n"
// expect: output "3ff0000000000000\n"
// expect: output "0 c0200000\n"
// expect: output "8\n"
// expect: output "402000000000ffff\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdint.h>
#include <stdio.h>
union all { uint64_t u64; uint32_t u32[2]; uint16_t u16[4]; uint8_t u8[8]; double d; float f[2]; };

int main(void) {
  volatile union all u;
  u.u64 = 0x0123456789abcdefUL;
  printf("%x %x %x %x\n", u.u32[0], u.u32[1], u.u16[2], u.u8[7]);
  u.d = 1.0;
  printf("%lx\n", (unsigned long)u.u64);
  u.f[1] = -2.5f;
  printf("%x %x\n", u.u32[0], u.u32[1]);
  u.u8[7] = 0x40;
  printf("%g\n", u.d);
  u.u16[0] = 0xffff;
  printf("%lx\n", (unsigned long)u.u64);
  return 0;
}
