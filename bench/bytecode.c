// Concrete work: a bytecode interpreter that runs a nested loop. A switch in a loop, an operand stack, indirect reads.
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 420000
#endif
enum { PUSH, LOAD, STORE, ADD, SUB, MUL, XOR, SHR, LESS, JUMP, JUMP_FALSE, DUP, DROP, CALL, RETURN, HALT };

// sum = 0; for (i = 0; i < ROUNDS; i++) for (j = 0; j < 100; j++) sum = mix(sum, i * j); where mix(s, x) = (s * 31 + x) ^ (s >> 7)
static const long program[] = {
    /*  0 */ PUSH, 0, STORE, 0,              // sum = 0
    /*  4 */ PUSH, 0, STORE, 1,              // i = 0
    /*  8 */ LOAD, 1, PUSH, ROUNDS, LESS,    // i < ROUNDS
    /* 13 */ JUMP_FALSE, 53,                 //
    /* 15 */ PUSH, 0, STORE, 2,              // j = 0
    /* 19 */ LOAD, 2, PUSH, 100, LESS,       // j < 100
    /* 24 */ JUMP_FALSE, 44,                 //
    /* 26 */ LOAD, 1, LOAD, 2, MUL,          // i * j
    /* 31 */ CALL, 56, STORE, 0,             // sum = mix(i * j)
    /* 35 */ LOAD, 2, PUSH, 1, ADD, STORE, 2, JUMP, 19,  // j++
    /* 44 */ LOAD, 1, PUSH, 1, ADD, STORE, 1, JUMP, 8,   // i++
    /* 53 */ LOAD, 0, HALT,                  //
    /* 56 */ LOAD, 0, PUSH, 31, MUL, ADD,    // x + s * 31
    /* 62 */ LOAD, 0, PUSH, 7, SHR, XOR,     // ^ s >> 7
    /* 68 */ RETURN,
};

static unsigned long run(const long *code) {
  unsigned long stack[64], variables[4] = {0};
  const long *returns[16];
  int top = 0, depth = 0;
  for (const long *p = code;;) {
    switch (*p++) {
      case PUSH: stack[top++] = *p++; break;
      case LOAD: stack[top++] = variables[*p++]; break;
      case STORE: variables[*p++] = stack[--top]; break;
      case ADD: top--; stack[top - 1] += stack[top]; break;
      case SUB: top--; stack[top - 1] -= stack[top]; break;
      case MUL: top--; stack[top - 1] *= stack[top]; break;
      case XOR: top--; stack[top - 1] ^= stack[top]; break;
      case SHR: top--; stack[top - 1] >>= stack[top] & 63; break;
      case LESS: top--; stack[top - 1] = stack[top - 1] < stack[top]; break;
      case JUMP: p = code + *p; break;
      case JUMP_FALSE: p = stack[--top] ? p + 1 : code + *p; break;
      case DUP: stack[top] = stack[top - 1]; top++; break;
      case DROP: top--; break;
      case CALL: returns[depth++] = p + 1; p = code + *p; break;
      case RETURN: p = returns[--depth]; break;
      case HALT: return stack[--top];
    }
  }
}

int main(void) {
  printf("%lx\n", run(program));
  return 0;
}
