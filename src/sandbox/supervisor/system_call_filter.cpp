// Tested by sandbox_test.cpp and tests/check_sandbox.
#include "sandbox/supervisor/system_call_filter.h"

#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace bonsai::sandbox {
namespace {

// By name: what the C library's headers or this processor do not know is left out by number.
constexpr const char* forbidden[] = {
    // Keys and other things of the kernel that belong to no namespace.
    "add_key", "request_key", "keyctl", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup",
    "io_uring_enter", "io_uring_register", "kexec_load", "kexec_file_load", "init_module", "finit_module",
    "delete_module", "create_module", "reboot", "swapon", "swapoff", "syslog", "acct", "quotactl",
    "quotactl_fd", "nfsservctl", "vhangup", "lookup_dcookie", "ioperm", "iopl", "vm86", "vm86old",
    "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "stime", "sethostname", "setdomainname",
    "move_pages", "migrate_pages", "mbind", "set_mempolicy", "fanotify_init", "name_to_handle_at",
    "open_by_handle_at", "kcmp", "process_madvise",
    // Namespaces and mounts.
    "unshare", "setns", "mount", "umount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount",
    "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr"};

// Memory that belongs to no process, so that nothing but a control group could bound it. The model of Linux
// has none of them either.
constexpr const char* unbounded[] = {"memfd_create", "memfd_secret", "shmget",  "semget",
                                     "msgget",       "mq_open",      "io_setup"};

bool add_rules(scmp_filter_ctx filter) {
  bool good = true;
  auto deny = [&](const char* name, int error, std::vector<scmp_arg_cmp> when = {}) {
    int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return;
    int done = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(uint16_t(error)), number, unsigned(when.size()),
                                      when.data());
    // A call with arguments is not there on every processor as one call.
    good = good && (done == 0 || done == -EOPNOTSUPP || done == -EINVAL || done == -EDOM);
  };
  for (const char* name : forbidden) deny(name, EPERM);
  for (const char* name : unbounded) deny(name, ENOSYS);
  // System V's calls are one on a processor of 32 bits.
  deny("ipc", ENOSYS);
  // clone3 has its flags in memory; C libraries go on with clone.
  deny("clone3", ENOSYS);
  for (unsigned flag :
       {unsigned(CLONE_NEWUSER), unsigned(CLONE_NEWNS), unsigned(CLONE_NEWPID), unsigned(CLONE_NEWNET),
        unsigned(CLONE_NEWIPC), unsigned(CLONE_NEWUTS), unsigned(CLONE_NEWCGROUP)})
    deny("clone", EPERM, {SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag)});
  // The first process is the supervisor, to which the program is a stranger.
  for (const char* name : {"kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "tgkill", "pidfd_open"})
    deny(name, EPERM, {SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff, 1)});
  // Its arguments lie in memory. Only old programs of 32 bits use it.
  deny("socketcall", ENOSYS);
  // Only families that network namespaces confine: no vsock, no kernel crypto, no raw packets.
  deny("socket", EAFNOSUPPORT, {SCMP_A0(SCMP_CMP_GT, AF_INET6, 0)});
  for (int family = AF_UNIX + 2; family < AF_INET6; ++family)
    deny("socket", EAFNOSUPPORT, {SCMP_A0(SCMP_CMP_EQ, scmp_datum_t(family), 0)});
  return good;
}

std::vector<sock_filter> exported(scmp_filter_ctx filter) {
  int file = memfd_create("filter", MFD_CLOEXEC);
  std::vector<sock_filter> program;
  if (file >= 0 && seccomp_export_bpf(filter, file) == 0) {
    off_t bytes = lseek(file, 0, SEEK_END);
    program.resize(size_t(bytes) / sizeof(sock_filter));
    if (pread(file, program.data(), size_t(bytes), 0) != bytes) program.clear();
  }
  if (file >= 0) close(file);
  return program;
}

}  // namespace

std::vector<sock_filter> system_call_filter() {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (!filter) return {};
  std::vector<sock_filter> program;
#if defined(__x86_64__)
  bool good = seccomp_arch_add(filter, SCMP_ARCH_X86) == 0;
#else
  bool good = true;
#endif
  if (good && seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) != 0) good = true;  // an old library
  if (good && add_rules(filter)) program = exported(filter);
  seccomp_release(filter);
  return program;
}

bool install_filter(const std::vector<sock_filter>& filter) {
  if (filter.empty()) return false;
  sock_fprog program{static_cast<unsigned short>(filter.size()), const_cast<sock_filter*>(filter.data())};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace bonsai::sandbox
