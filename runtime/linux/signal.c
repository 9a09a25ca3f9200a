// Signals that the process sends itself; there is nobody else. A handler runs inside the system call that
// sent or unblocked it.
#define _GNU_SOURCE
#include <signal.h>

#include "linux.h"

// The kernel's struct sigaction.
struct action {
  union {
    void (*plain)(int);
    void (*detailed)(int, siginfo_t*, void*);
  } handler;
  unsigned long flags;
  void (*restorer)(void);
  unsigned long mask;
};

enum { SIGNALS = 64 };

static struct action actions[SIGNALS + 1];
static unsigned long blocked, pending;
static stack_t alternate = {.ss_flags = SS_DISABLE};

static unsigned long bit(int signal) { return 1ul << (signal - 1); }
static const unsigned long unblockable = 1ul << (SIGKILL - 1) | 1ul << (SIGSTOP - 1);

static void act_by_default(int signal) {
  switch (signal) {
    case SIGCHLD:
    case SIGURG:
    case SIGWINCH:
    case SIGCONT: return;
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU: bonsai_note("a signal that stops the process has no model: it goes on"); return;
    default: bonsai_killed(signal);
  }
}

static void deliver(int signal) {
  struct action action = actions[signal];
  if (signal == SIGKILL || signal == SIGSTOP || action.handler.plain == SIG_DFL) {
    act_by_default(signal);
    return;
  }
  if (action.handler.plain == SIG_IGN) return;
  if (action.flags & SA_RESETHAND) actions[signal].handler.plain = SIG_DFL;
  unsigned long before = blocked;
  blocked |= action.mask | (action.flags & SA_NODEFER ? 0 : bit(signal));
  blocked &= ~unblockable;
  int inside = linux_inside;
  linux_inside = 0;  // the handler is the program's, and may leave with longjmp
  if (action.flags & SA_SIGINFO) {
    siginfo_t information;
    ucontext_t context;
    memset(&information, 0, sizeof information);
    memset(&context, 0, sizeof context);
    information.si_signo = signal;
    information.si_code = SI_TKILL;
    information.si_pid = LINUX_PID;
    information.si_uid = LINUX_UID;
    action.handler.detailed(signal, &information, &context);
  } else {
    action.handler.plain(signal);
  }
  linux_inside = inside;
  blocked = before;
}

static void deliver_pending(void) {
  for (int signal = 1; signal <= SIGNALS && (pending & ~blocked); signal++)
    if (pending & ~blocked & bit(signal)) {
      pending &= ~bit(signal);
      deliver(signal);
      signal = 0;  // a handler may have changed what is blocked
    }
}

long linux_raise(int signal) {
  if (signal < 0 || signal > SIGNALS) return -EINVAL;
  if (!signal) return 0;
  pending |= bit(signal);
  deliver_pending();
  return 0;
}

// -1 is everybody but the sender; 0 and the negative number of its group include it.
long linux_kill(long pid, int signal) {
  if (signal < 0 || signal > SIGNALS) return -EINVAL;
  if (pid == LINUX_PARENT_PID) return -EPERM;
  if (pid != LINUX_PID && pid != 0 && pid != -LINUX_PID) return -ESRCH;
  return linux_raise(signal);
}

long linux_sigaction(int signal, const void* new_action, void* old, unsigned long size) {
  if (size != sizeof blocked) return -EINVAL;
  if (signal < 1 || signal > SIGNALS || (new_action && (unblockable & bit(signal)))) return -EINVAL;
  struct action before = actions[signal];
  if (new_action) {
    actions[signal] = *(const struct action*)new_action;
    if (actions[signal].handler.plain == SIG_IGN)
      pending &= ~bit(signal);
    else if (actions[signal].handler.plain != SIG_DFL)
      bonsai_note(
          "signals come from the program itself alone: its handlers are not called for others, nor for "
          "errors");
  }
  if (old) *(struct action*)old = before;
  return 0;
}

long linux_sigprocmask(int how, const unsigned long* set, unsigned long* old, unsigned long size) {
  if (size != sizeof blocked) return -EINVAL;
  unsigned long before = blocked;
  if (set) {
    unsigned long wanted = (unsigned long)bonsai_concrete((long)*set);
    if (how == SIG_BLOCK)
      blocked |= wanted;
    else if (how == SIG_UNBLOCK)
      blocked &= ~wanted;
    else if (how == SIG_SETMASK)
      blocked = wanted;
    else
      return -EINVAL;
    blocked &= ~unblockable;
  }
  if (old) *old = before;
  if (pending & ~blocked) deliver_pending();
  return 0;
}

long linux_sigpending(unsigned long* set) {
  *set = pending & blocked;
  return 0;
}

long linux_sigsuspend(const unsigned long* set) {
  unsigned long before = blocked;
  if (set) blocked = (unsigned long)bonsai_concrete((long)*set) & ~unblockable;
  if (pending & ~blocked)
    deliver_pending();
  else
    bonsai_note("deadlock: the process waits for a signal that nobody sends; the wait is interrupted");
  blocked = before;
  return -EINTR;
}

long linux_sigtimedwait(const unsigned long* set, void* information) {
  unsigned long found = pending & *set;
  if (!found) return -EAGAIN;
  int signal = 1;
  while (!(found & bit(signal))) signal++;
  pending &= ~bit(signal);
  if (information) {
    memset(information, 0, sizeof(siginfo_t));
    ((siginfo_t*)information)->si_signo = signal;
  }
  return signal;
}

long linux_sigaltstack(const void* stack, void* old) {
  stack_t before = alternate;
  if (stack) alternate = *(const stack_t*)stack;
  if (old) *(stack_t*)old = before;
  return 0;
}
