/* The channel between Bonsai and a native run: shared memory that holds the test, and takes what the run has
   to say. Bonsai makes it, the supervisor of the sandbox passes it on under a fixed descriptor, and the
   replay library maps and closes it before anything of the program runs. So the program has neither a file
   nor a descriptor nor a variable through which it could reach the channel.

   C99 and C++; the same layout for 32 and 64 bits. All parts lie behind the header, at the offset *_at. */
#ifndef BONSAI_CHANNEL_H
#define BONSAI_CHANNEL_H

#include <stdint.h>

enum { BONSAI_CHANNEL_DESCRIPTOR = 199, BONSAI_CHANNEL_VERSION = 1 };

struct bonsai_channel {
  char magic[8]; /* "BONSAICH" */
  uint64_t version;
  uint64_t bytes;               /* of the whole */
  uint64_t test_at, test_bytes; /* a KTest file */
  uint64_t answers_at, answers_bytes,
      answers_taken;              /* of bonsai_is_symbolic, one byte each, in their order */
  uint64_t verdict_at, report_at; /* lines of the replay library; what sanitizers print */
  uint32_t verdict_room, verdict_bytes, report_room, report_bytes; /* atomics of 32 bits are everywhere */
  uint64_t trace_at, trace_room;                                   /* the path (runtime/trace/trace.c) */
};

#endif
