/* What the files of the replay library share; not for programs under test. */
#ifndef BONSAI_REPLAY_H
#define BONSAI_REPLAY_H

#include <stddef.h>

/* Exit codes that mean something to `bonsai replay`. The line on standard error says more. */
enum { BONSAI_REPLAY_DIVERGED = 97, BONSAI_REPLAY_ASSUMPTION = 98 };

/* Fills the object with the next input of the test, which must have this name and size; otherwise the run
   ends as diverged. */
void bonsai_replay_input(void* object, size_t size, const char* name);

/* The first input of this name, or null; does not take it. */
const unsigned char* bonsai_replay_find(const char* name, size_t* size);

/* The channel from Bonsai (channel.h), mapped and closed; null: the program runs by itself. */
struct bonsai_channel* bonsai_channel(void);

/* What the engine answered to the next call of bonsai_is_symbolic or klee_is_symbolic on this path; 0 where
   nobody said. */
int bonsai_replay_answer(void);

/* One line "bonsai-replay: WHAT: …" on standard error, and to Bonsai. */
__attribute__((format(printf, 2, 3))) void bonsai_replay_say(const char* what, const char* format, ...);

__attribute__((noreturn, format(printf, 1, 2))) void bonsai_replay_diverged(const char* format, ...);
__attribute__((noreturn)) void bonsai_replay_error(const char* message);
void bonsai_replay_assume(int condition);

#endif
