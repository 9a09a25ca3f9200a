// A packet-filter program validator as in the paper on automatic merging (LEEK, table 1: 100 symbolic bytes): COUNT instructions of ten bytes,
// a switch in a loop, and 'return 0' inside the switch. Plain exploration has about 14 ways through each instruction and finishes for
// small COUNT only; merged at the end of the loop's body, the states of an instruction become one.
#include "klee/klee.h"

#ifndef COUNT
#define COUNT 10
#endif
enum { SCRATCH_WORDS = 16, MOST = 4096 };
enum { LD, LDX, ST, STX, ALU, JMP, RET, MISC };
enum { IMM, ABS, IND, MEM, LEN, MSH };
enum { ADD, SUB, MUL, DIV, OR, AND, LSH, RSH, NEG };
enum { JA, JEQ, JGT, JGE, JSET };

struct __attribute__((packed)) instruction {
  unsigned short code, jump_true, jump_false;
  unsigned k;
};

static int bpf_validate(const struct instruction *program, int count) {
  if (count < 1 || count > MOST) return 0;
  for (int i = 0; i < count; i++) {
    const struct instruction *p = &program[i];
    switch (p->code & 7) {
    case LD:
    case LDX:
      switch (p->code >> 5 & 7) {
      case IMM: break;
      case ABS:
      case IND:
      case MSH:
        if (p->k > 0x10000) return 0; // further than a packet reaches
        break;
      case MEM:
        if (p->k >= SCRATCH_WORDS) return 0;
        break;
      case LEN: break;
      default: return 0;
      }
      break;
    case ST:
    case STX:
      if (p->k >= SCRATCH_WORDS) return 0;
      break;
    case ALU:
      switch (p->code >> 4 & 15) {
      case ADD: case SUB: case MUL: case OR: case AND: case LSH: case RSH: case NEG: break;
      case DIV:
        if (!(p->code & 8) && p->k == 0) return 0; // a constant divisor
        break;
      default: return 0;
      }
      break;
    case JMP: {
      unsigned from = i + 1;
      switch (p->code >> 4 & 15) {
      case JA:
        if (p->k >= count - from) return 0;
        break;
      case JEQ: case JGT: case JGE: case JSET:
        if (from + p->jump_true >= (unsigned)count || from + p->jump_false >= (unsigned)count) return 0;
        break;
      default: return 0;
      }
      break;
    }
    case RET: break;
    case MISC: break;
    }
  }
  return (program[count - 1].code & 7) == RET;
}

int main(void) {
  struct instruction program[COUNT];
  klee_make_symbolic(program, sizeof program, "program");
  return bpf_validate(program, COUNT);
}
