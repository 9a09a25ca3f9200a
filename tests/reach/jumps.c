// Lines that hold nothing but a jump. Clang and gcov have code there, and so have we: what is reached is the jump.
// reach: --target jumps.c:25,jumps.c:27,jumps.c:29,jumps.c:32,jumps.c:36,jumps.c:38,jumps.c:42,jumps.c:45,jumps.c:51,jumps.c:59
// answer: jumps.c:25 reached
// answer: jumps.c:27 reached
// answer: jumps.c:29 unreachable
// answer: jumps.c:32 reached
// answer: jumps.c:36 reached
// answer: jumps.c:38 reached
// answer: jumps.c:42 reached
// answer: jumps.c:45 reached
// answer: jumps.c:51 reached
// answer: jumps.c:59 unreachable
// reach: --opt 0 --target jumps.c:25,jumps.c:29,jumps.c:45
// answer: jumps.c:25 reached
// answer: jumps.c:29 unreachable
// answer: jumps.c:45 reached
int bonsai_int(const char *name);

int main(void) {
  int n = bonsai_int("n"), k = bonsai_int("k"), sum = 0;
  if (n < 0 || n > 4) return 1;
  for (int i = 0; i < n; i++) {
    if (k == i + 7)
      // after two laps
      continue;
    if (i == 3)
      break;
    if (i > 5)
      break;
    sum++;
    if (k == 100 + sum)
      goto out;
  }
  switch (k) {
    case 3:
      break;
    case 5:
      break;
    case 6:
      sum = 2;
      // falls out
      break;
    default:
      if (k > 1000)
        goto out;
      sum += 3;
  }
  while (n > 0) {
    n--;
    if (n == 2)
      continue;
    sum--;
  }
  do {
    if (sum == 77) {
      n = 1;
    } else {
      if (sum == 78)
        break;
    }
  } while (n);
out:
  return sum;
}
