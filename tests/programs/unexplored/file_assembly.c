// Assembly at file level is left out.
// run: --opt 0
// expect: not exhaustive
// expect: unexplored ignored-code message "assembly at file level"
__asm__(".globl answer\nanswer: mov $42, %eax\nret");
int main(void) { return 1; }
