// run: --mode=concolic
// expect: error assertion line 120
// expect: exhaustive
// run: --mode=concolic -DFIXED
// expect: no errors
// expect: exhaustive
// The public-key protocol of Needham and Schroeder with an intruder of Dolev-Yao kind, as in the case study of DART (Godefroid, Klarlund,
// Sen 2005). A is the initiator, B the responder, and I the intruder, who is also an honest-looking partner with a key of its own:
//   1. A -> B: {Na, A} for B
//   2. B -> A: {Na, Nb} for A        with FIXED (Lowe 1995): {Na, Nb, B} for A, and A checks the name
//   3. A -> B: {Nb} for B
// Each step is one action of the intruder, an input: it lets A begin a session, replays a message that it saw, opens one that is for itself,
// or sends one that it composed of what it knows. An action that is impossible, or that nobody reacts to, ends the run: the run without
// it is another one. The property: B ends a session with A only if A began one with B.
#include <klee/klee.h>
#include <assert.h>
#include <stdbool.h>

#ifndef STEPS
#define STEPS 6  // actions of the intruder
#endif
#ifndef SESSIONS
#define SESSIONS 1  // of A, and of B
#endif

enum agent { A, B, I };
enum form { CHALLENGE = 1, RESPONSE, CONFIRMATION };
enum kind { BEGIN, REPLAY, OPEN, COMPOSE };

// Each session of A and of B has a nonce of its own; the intruder needs one only.
enum { NONCE_A = 0, NONCE_B = SESSIONS, NONCE_I = 2 * SESSIONS, NONCES };

// Encrypted for one agent. Fields that the form does not have are zero.
struct message {
  unsigned char form, receiver;
  unsigned char nonce;   // Na; in message 3, Nb
  unsigned char answer;  // message 2: Nb
  unsigned char name;    // message 1: the sender; message 2, FIXED: the responder
};

struct action {
  unsigned char kind;
  unsigned char partner;  // BEGIN: with whom
  unsigned char seen;     // REPLAY, OPEN: which of the messages seen
  struct message made;    // COMPOSE
};

struct principal {
  bool waiting;           // for message 2 (A), for message 3 (B)
  int sessions;           // begun so far
  unsigned char partner;  // with whom, as it believes
  unsigned char nonce;    // its own one of this session
};

struct intruder {
  struct message seen[3 * SESSIONS];
  int seen_count;
  bool opened[3 * SESSIONS];
  bool knows[NONCES];
};

struct world {
  struct principal a, b;
  struct intruder intruder;
  bool a_began_with_b;
};

// Whatever A and B send, the intruder has; nothing arrives by itself.
static void transmit(struct world *world, struct message message) {
  struct intruder *intruder = &world->intruder;
  intruder->seen[intruder->seen_count++] = message;
}

static bool begin(struct world *world, unsigned char partner) {
  struct principal *a = &world->a;
  if (partner != B && partner != I) return false;
  if (a->sessions == SESSIONS) return false;
  a->nonce = (unsigned char)(NONCE_A + a->sessions++);
  a->partner = partner;
  a->waiting = true;
  if (partner == B) world->a_began_with_b = true;
  transmit(world, (struct message){.form = CHALLENGE, .receiver = partner, .nonce = a->nonce, .name = A});
  return true;
}

// The functions of the principals say whether they reacted to the message.
static bool receive_a(struct world *world, const struct message *message) {
  struct principal *a = &world->a;
  if (!a->waiting || message->form != RESPONSE) return false;
  if (message->nonce != a->nonce) return false;
#ifdef FIXED
  if (message->name != a->partner) return false;
#endif
  a->waiting = false;
  transmit(world, (struct message){.form = CONFIRMATION, .receiver = a->partner, .nonce = message->answer});
  return true;
}

static bool answer_challenge(struct world *world, const struct message *message) {
  struct principal *b = &world->b;
  if (message->name != A && message->name != I) return false;
  if (b->sessions == SESSIONS) return false;
  b->nonce = (unsigned char)(NONCE_B + b->sessions++);
  b->partner = message->name;
  b->waiting = true;
  struct message response = {.form = RESPONSE, .receiver = b->partner, .nonce = message->nonce, .answer = b->nonce};
#ifdef FIXED
  response.name = B;
#endif
  transmit(world, response);
  return true;
}

static bool receive_b(struct world *world, const struct message *message) {
  struct principal *b = &world->b;
  if (message->form == CHALLENGE) return answer_challenge(world, message);
  if (!b->waiting || message->form != CONFIRMATION) return false;
  if (message->nonce != b->nonce) return false;
  b->waiting = false;
  if (b->partner == A) assert(world->a_began_with_b);
  return true;
}

static bool deliver(struct world *world, const struct message *message) {
  if (message->receiver == A) return receive_a(world, message);
  if (message->receiver == B) return receive_b(world, message);
  return false;
}

static bool replay(struct world *world, unsigned char which) {
  if (which >= world->intruder.seen_count) return false;
  struct message message = world->intruder.seen[which];
  return deliver(world, &message);
}

static bool open_message(struct intruder *intruder, unsigned char which) {
  if (which >= intruder->seen_count) return false;
  const struct message *message = &intruder->seen[which];
  if (message->receiver != I || intruder->opened[which]) return false;
  intruder->opened[which] = true;
  intruder->knows[message->nonce] = true;
  if (message->form == RESPONSE) intruder->knows[message->answer] = true;
  return true;
}

static bool is_agent(unsigned char name) { return name == A || name == B || name == I; }

static bool knows(const struct intruder *intruder, unsigned char nonce) { return nonce < NONCES && intruder->knows[nonce]; }

// What the intruder can compose: any of the three forms, of nonces that it knows and any name.
static bool can_compose(const struct intruder *intruder, const struct message *made) {
  if (!knows(intruder, made->nonce)) return false;
  switch (made->form) {
    case CHALLENGE: return made->answer == 0 && is_agent(made->name);
#ifdef FIXED
    case RESPONSE: return knows(intruder, made->answer) && is_agent(made->name);
#else
    case RESPONSE: return knows(intruder, made->answer) && made->name == 0;
#endif
    case CONFIRMATION: return made->answer == 0 && made->name == 0;
    default: return false;
  }
}

static bool act(struct world *world, const struct action *action) {
  switch (action->kind) {
    case BEGIN: return begin(world, action->partner);
    case REPLAY: return replay(world, action->seen);
    case OPEN: return open_message(&world->intruder, action->seen);
    case COMPOSE: return can_compose(&world->intruder, &action->made) && deliver(world, &action->made);
    default: return false;
  }
}

int main(void) {
  struct world world = {.intruder.knows[NONCE_I] = true};
  for (int step = 0; step < STEPS; step++) {
    struct action action;
    klee_make_symbolic(&action, sizeof action, "action");
    if (!act(&world, &action)) break;
  }
  return 0;
}
