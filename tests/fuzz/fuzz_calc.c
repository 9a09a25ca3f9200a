// A libFuzzer harness that splits its input: the first byte chooses a function, the second is its parameter, the rest is a program of a stack
// calculator. One planted error: a use after free.
//
//   0-9 digits      + - * /   of the two on top      d duplicate   t triplicate   x exchange   p drop
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct stack {
  uint64_t *items;
  size_t count, capacity;
};

static bool push(struct stack *stack, uint64_t value) {
  if (stack->count == stack->capacity) {
    size_t capacity = stack->capacity * 2;
    uint64_t *items = malloc(capacity * sizeof *items);
    if (!items) return false;
    memcpy(items, stack->items, stack->count * sizeof *items);
    free(stack->items);
    stack->items = items;
    stack->capacity = capacity;
  }
  stack->items[stack->count++] = value;
  return true;
}

static bool duplicate(struct stack *stack) {
  if (stack->count < 1) return false;
  return push(stack, stack->items[stack->count - 1]);
}

static bool triplicate(struct stack *stack) {
  if (stack->count < 1) return false;
  const uint64_t *top = &stack->items[stack->count - 1];
  return push(stack, *top) && push(stack, *top);  // the planted error: the items may have moved
}

static bool exchange(struct stack *stack) {
  if (stack->count < 2) return false;
  uint64_t *top = &stack->items[stack->count - 1], value = top[0];
  top[0] = top[-1];
  top[-1] = value;
  return true;
}

static bool combine(struct stack *stack, char operator) {
  if (stack->count < 2) return false;
  uint64_t right = stack->items[--stack->count], *left = &stack->items[stack->count - 1];
  switch (operator) {
    case '+': *left += right; return true;
    case '-': *left -= right; return true;
    case '*': *left *= right; return true;
    default:
      if (right == 0) return false;
      *left /= right;
      return true;
  }
}

static bool step(struct stack *stack, char c) {
  switch (c) {
    case '+':
    case '-':
    case '*':
    case '/': return combine(stack, c);
    case 'd': return duplicate(stack);
    case 't': return triplicate(stack);
    case 'x': return exchange(stack);
    case 'p': return stack->count > 0 && stack->count-- > 0;
    default: return c >= '0' && c <= '9' && push(stack, (uint64_t)(c - '0'));
  }
}

// Runs the program on a stack that has room for some values at first. False if it is wrong or leaves no value.
static bool run(const char *program, size_t size, size_t room, uint64_t *result) {
  struct stack stack = {malloc(room * sizeof *stack.items), 0, room};
  bool good = stack.items != NULL;
  for (size_t i = 0; good && i < size; i++) good = step(&stack, program[i]);
  good = good && stack.count > 0;
  if (good) *result = stack.items[stack.count - 1];
  free(stack.items);
  return good;
}

// How deep the stack gets, without running the program; -1 if it takes from an empty one.
static long depth(const char *program, size_t size, long limit) {
  long count = 0, deepest = 0;
  for (size_t i = 0; i < size; i++) {
    long needed = strchr("+-*/x", program[i]) && program[i] ? 2 : strchr("dtp", program[i]) && program[i] ? 1 : 0;
    if (count < needed) return -1;
    switch (program[i]) {
      case 't': count += 2; break;
      case 'x': break;
      case 'p':
      case '+':
      case '-':
      case '*':
      case '/': count--; break;
      default: count++; break;
    }
    if (count > deepest) deepest = count;
    if (deepest > limit) return limit;
  }
  return deepest;
}

// A copy of the program without what does nothing: xx, dp. The caller frees it.
static char *simplify(const char *program, size_t size, size_t rounds, size_t *left) {
  char *copy = malloc(size + 1);
  if (!copy) return NULL;
  if (size > 0) memcpy(copy, program, size);
  for (size_t round = 0; round < rounds; round++) {
    for (size_t i = 0; i + 1 < size; i++) {
      if (memcmp(copy + i, "xx", 2) != 0 && memcmp(copy + i, "dp", 2) != 0) continue;
      memmove(copy + i, copy + i + 2, size - i - 2);
      size -= 2;
    }
  }
  copy[size] = 0;
  *left = size;
  return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  unsigned function = data[0] % 3, parameter = data[1];
  const char *program = (const char *)data + 2;
  size -= 2;
  uint64_t result = 0;
  switch (function) {
    case 0: run(program, size, 1 + parameter % 8, &result); break;
    case 1: depth(program, size, (long)parameter); break;
    default: {
      size_t left = 0;
      char *simple = simplify(program, size, 1 + parameter % 4, &left);
      if (!simple) return 0;
      if (left > size) abort();
      free(simple);
      break;
    }
  }
  return 0;
}
