// Atomic builtins of every kind and width, in one thread.
// expect: output "5 8 7 6 15 12\n"
// expect: output "-5\n"
// expect: output "111 111\n"
// expect: output "4 4\n"
// expect: output "1 8 -7\n"
// expect: output "0 8 8\n"
// expect: output "-5 0\n"
// expect: output "7 5\n"
// expect: output "77 78\n"
// expect: output "78 -5\n"
// expect: output "50 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
static int i = 5;
static long l = 100;
static unsigned char c = 250;
static _Atomic int ai = 1;
static _Atomic double ad = 1.5;

int main(void) {
  printf("%d %d %d %d %d %d\n", __atomic_fetch_add(&i, 3, 5), __atomic_fetch_sub(&i, 1, 5), __atomic_fetch_and(&i, 6, 5),
         __atomic_fetch_or(&i, 9, 5), __atomic_fetch_xor(&i, 3, 5), __atomic_fetch_nand(&i, 4, 5));
  printf("%d\n", i);
  printf("%ld %ld\n", __atomic_add_fetch(&l, 11, 0), __atomic_exchange_n(&l, -7, 3));
  printf("%d %d\n", __atomic_add_fetch(&c, 10, 5), c);
  long expected = -7;
  int ok = __atomic_compare_exchange_n(&l, &expected, 8, 0, 5, 5);
  printf("%d %ld %ld\n", ok, l, expected);
  ok = __atomic_compare_exchange_n(&l, &expected, 9, 1, 5, 5);
  printf("%d %ld %ld\n", ok, l, expected);
  printf("%d %d\n", __sync_val_compare_and_swap(&i, i, 77), __sync_bool_compare_and_swap(&i, 1, 2));
  ai += 5;
  ai++;
  ad = ad + 1;
  ad *= 2;
  printf("%d %g\n", ai, ad);
  __atomic_thread_fence(5);
  __sync_synchronize();
  int v;
  __atomic_load(&i, &v, 2);
  __atomic_store_n(&i, v + 1, 3);
  printf("%d %d\n", v, i);
  printf("%d %d\n", __atomic_fetch_min(&i, -5, 5), __atomic_fetch_max(&i, 50, 5));
  printf("%d %d\n", i, __atomic_test_and_set(&c, 5));
  return 0;
}
