// What klee_assert of KLEE's present header calls.
// run:
// expect: error assertion line 6 message "x is small"
void klee_assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
int main(void) {
  klee_assert_fail("x is small", __FILE__, __LINE__, __func__);
}
