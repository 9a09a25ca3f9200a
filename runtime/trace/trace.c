/* The path of a native run: what a module of load/native_module.h reports goes to the channel of the replay
   library; without one, nowhere.

   The channel is shared memory, so that each record is kept whatever ends the process. Numbers are
   little-endian:

     header   "BONSAITR", version (32 bits), flags (32 bits; 1: the path went on when there was no more room),
              records (64 bits), 0 (64 bits)
     record   branch (32 bits), kind (32 bits; 0 conditional, 1 switch), outcome (64 bits)

   A program that forks mixes two paths. */
#include <stdint.h>

#include "../replay/channel.h"

struct record {
  uint32_t branch, kind;
  uint64_t outcome;
};

struct trace {
  char magic[8];
  uint32_t version, flags;
  uint64_t count, unused;
  struct record records[];
};

/* runtime/replay/replay.c */
__attribute__((weak)) struct bonsai_channel* bonsai_channel(void);

static struct trace* trace;
static uint64_t most; /* records */
static int tried;

/* Without success there is no header, which is how a reader knows. */
static void start(void) {
  tried = 1;
  struct bonsai_channel* channel = bonsai_channel ? bonsai_channel() : 0;
  if (!channel || channel->trace_room < sizeof *trace) return;
  static const char magic[] = "BONSAITR";
  trace = (struct trace*)((char*)channel + channel->trace_at);
  for (unsigned i = 0; i < sizeof trace->magic; ++i) trace->magic[i] = magic[i];
  trace->version = 1;
  most = (channel->trace_room - sizeof *trace) / sizeof(struct record);
}

static void add(uint32_t branch, uint32_t kind, uint64_t outcome) {
  if (!tried) start();
  if (!trace) return;
  if (trace->count == most) {
    trace->flags |= 1;
    return;
  }
  struct record* record = &trace->records[trace->count];
  record->branch = branch;
  record->kind = kind;
  record->outcome = outcome;
  ++trace->count;
}

void __bonsai_branch(uint32_t id, uint32_t taken) { add(id, 0, taken); }
void __bonsai_switch(uint32_t id, uint64_t value) { add(id, 1, value); }
