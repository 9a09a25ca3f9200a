// What a program may try against the machine it runs on. Each attack is built alone (-DATTACK_name); then the program
// reads past a block, which must be confirmed natively: so an attack that is noticed (`succeeded`) hides that error.
// Read by tests/check_sandbox: NAME (what the error must be): what is tried.
//
// attack files (confirmed): delete, rename, change, write and read the canary tree
// attack secrets (confirmed): read /etc/shadow, the user's home and a secret next to the run
// attack links (confirmed): reach the canary through links, the working directory and /proc
// attack signals (confirmed): signal the parent, everybody, the process group and the first process
// attack debugging (confirmed): ptrace the parent, read and write its memory
// attack sockets (confirmed): TCP, UDP, unix and abstract sockets of the machine, and other families
// attack bomb (confirmed): a bounded fork bomb whose children wait
// attack outlives (confirmed): a daemon that wants to be left over
// attack fills (confirmed): fill the disk
// attack mounts (confirmed): mount, unmount, change the root, enter namespaces, become somebody else
// attack kernel (confirmed): keys, modules, the clock, the host's name, limits of the kernel in /proc/sys, memory that belongs to no process
// attack devices (confirmed): devices of the machine
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static int succeeded;

// Notes a success where the call returned none of the values of failure.
static void tried(long result) {
  if (result >= 0) succeeded = 1;
}

static void reads(const char *path) {
  char byte;
  int file = open(path, O_RDONLY);
  if (file >= 0 && read(file, &byte, 1) > 0) succeeded = 1;
  if (file >= 0) close(file);
}

#if defined(ATTACK_files)
static void attack(void) {
  tried(unlink(CANARY "/file"));
  tried(rmdir(CANARY "/sub"));
  tried(rename(CANARY "/file", CANARY "/other"));
  tried(chmod(CANARY "/file", 0));
  tried(truncate(CANARY "/file", 0));
  tried(open(CANARY "/file", O_WRONLY | O_TRUNC));
  tried(open(CANARY "/new", O_WRONLY | O_CREAT, 0644));
  tried(open(CANARY "/file", O_RDWR | O_APPEND));
  tried(symlink("file", CANARY "/new"));
  tried(link(CANARY "/file", CANARY "/new"));
  tried(mkdir(CANARY "/new", 0755));
  tried(lchown(CANARY "/file", 1000, 1000));
  struct timeval times[2] = {{1, 1}, {1, 1}};
  tried(utimes(CANARY "/file", times));
  reads(CANARY "/file");
  DIR *folder = opendir(CANARY);
  if (folder) succeeded = 1;
}
#elif defined(ATTACK_secrets)
static void attack(void) {
  reads("/etc/shadow");
  reads("/etc/passwd");
  reads("/root/.bashrc");
  reads(HOME "/.bashrc");
  reads(HOME "/.profile");
  reads(CANARY "/secret");
  reads("/proc/1/environ");
  tried(open(HOME, O_RDONLY | O_DIRECTORY));
}
#elif defined(ATTACK_links)
static void attack(void) {
  reads("../canary/secret");
  if (symlink(CANARY "/secret", "to_secret") == 0) reads("to_secret");
  if (symlink(CANARY, "to_canary") == 0) tried(unlink("to_canary/file"));
  reads("/proc/self/root" CANARY "/secret");
  reads("/proc/1/root" CANARY "/secret");
  reads("/proc/self/cwd/../canary/secret");
  for (int i = 3; i < 300; i++) {
    char name[64];
    snprintf(name, sizeof name, "/proc/1/fd/%d", i);
    tried(open(name, O_RDWR));
    int file = openat(i, "../canary/secret", O_RDONLY);
    tried(file);
  }
}
#elif defined(ATTACK_signals)
static void attack(void) {
  pid_t parent = getppid();
  tried(kill(parent, SIGKILL));
  tried(kill(parent, SIGSTOP));
  tried(kill(1, SIGTERM));
  tried(kill(-1, SIGKILL));
  for (pid_t each = 2; each < 900; each++) tried(kill(each, SIGKILL));
}
#elif defined(ATTACK_debugging)
static void attack(void) {
  pid_t parent = getppid();
  tried(ptrace(PTRACE_SEIZE, parent, 0, 0));
  tried(ptrace(PTRACE_ATTACH, parent, 0, 0));
  char bytes[8] = {0};
  struct iovec here = {bytes, sizeof bytes}, there = {(void *)0x400000, sizeof bytes};
  tried(process_vm_readv(parent, &here, 1, &there, 1, 0));
  tried(process_vm_writev(parent, &here, 1, &there, 1, 0));
  tried(open("/proc/1/mem", O_RDWR));
  tried(open("/proc/1/maps", O_RDONLY));
}
#elif defined(ATTACK_sockets)
static void reaches(int family, int kind, const void *address, socklen_t size) {
  int one = socket(family, kind, 0);
  if (one < 0) return;
  if (kind == SOCK_STREAM)
    tried(connect(one, address, size));
  else
    sendto(one, "x", 1, 0, address, size);
  close(one);
}
static void attack(void) {
  struct sockaddr_in local = {.sin_family = AF_INET, .sin_port = htons(TCP), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  reaches(AF_INET, SOCK_STREAM, &local, sizeof local);
  local.sin_port = htons(UDP);
  reaches(AF_INET, SOCK_DGRAM, &local, sizeof local);
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  strcpy(name.sun_path, UNIX);
  reaches(AF_UNIX, SOCK_STREAM, &name, sizeof name);
  memset(name.sun_path, 0, sizeof name.sun_path);
  strcpy(name.sun_path + 1, ABSTRACT);
  reaches(AF_UNIX, SOCK_STREAM, &name, (socklen_t)(sizeof(sa_family_t) + 1 + strlen(ABSTRACT)));
  const int others[] = {16 /* netlink */, 17 /* packet */, 38 /* alg */, 40 /* vsock */};
  for (int i = 0; i < 4; i++) tried(socket(others[i], SOCK_RAW, 0));
  tried(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
}
#elif defined(ATTACK_bomb)
static void attack(void) {
  prctl(PR_SET_NAME, MARK);
  for (int i = 0; i < 1500; i++) {
    pid_t child = fork();
    if (child < 0) return;
    if (child == 0) {
      fork();
      for (;;) pause();
    }
  }
}
#elif defined(ATTACK_outlives)
static void attack(void) {
  prctl(PR_SET_NAME, MARK);
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      signal(SIGTERM, SIG_IGN);
      signal(SIGHUP, SIG_IGN);
      for (;;) sleep(100);
    }
    _exit(0);
  }
}
#elif defined(ATTACK_fills)
// 4 GB into each place that takes it, in files of 1 MB. Not in the engine, where fork fails.
static void attack(void) {
  static char block[1 << 20];
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child < 0) return;
  const char *places[] = {".", "/tmp", "/dev", "/dev/shm", "/", "/usr", "/proc", "/var/tmp", "/run", CANARY};
  for (unsigned p = 0; p < sizeof places / sizeof *places; p++)
    for (int i = 0; i < 4096; i++) {
      char name[4200];
      snprintf(name, sizeof name, "%s/filler%d", places[p], i);
      int file = open(name, O_WRONLY | O_CREAT, 0644);
      if (file < 0) break;
      if (p > 1) succeeded = 1;
      long written = write(file, block, sizeof block);
      close(file);
      if (written < (long)sizeof block) break;
    }
}
#elif defined(ATTACK_mounts)
static void attack(void) {
  tried(mount("none", "/tmp", "tmpfs", 0, 0));
  tried(mount("/", "/tmp", 0, MS_BIND, 0));
  tried(mount(0, "/", 0, MS_REMOUNT | MS_BIND, 0));
  tried(umount2("/proc", MNT_DETACH));
  tried(umount2("/", MNT_DETACH));
  tried(chroot("/tmp"));
  tried(syscall(SYS_pivot_root, ".", "."));
  tried(unshare(CLONE_NEWUSER));
  tried(unshare(CLONE_NEWNS));
  tried(setns(0, 0));
  tried(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
  tried(setuid(0));
  tried(setgid(0));
  tried(syscall(SYS_open_tree, -100, "/", 1));
  tried(syscall(SYS_fsopen, "tmpfs", 0));
}
#elif defined(ATTACK_kernel)
static void attack(void) {
  tried(syscall(SYS_add_key, "user", "bonsai", "x", 1, -4));
  tried(syscall(SYS_keyctl, 0, -4, 0, 0, 0));
  tried(syscall(SYS_bpf, 0, 0, 0));
  tried(syscall(SYS_perf_event_open, 0, 0, 0, 0, 0));
  tried(syscall(SYS_io_uring_setup, 1, 0));
  tried(syscall(SYS_userfaultfd, 0));
  tried(syscall(SYS_init_module, 0, 0, ""));
  tried(syscall(SYS_syslog, 3, 0, 0));
  tried(syscall(SYS_memfd_create, "x", 0));
  tried(syscall(SYS_shmget, 0, 1 << 20, 0600 | 01000));
  tried(syscall(SYS_semget, 0, 32000, 0600 | 01000));
  tried(syscall(SYS_msgget, 0, 0600 | 01000));
  struct timeval now = {1, 1};
  tried(settimeofday(&now, 0));
  tried(sethostname("x", 1));
  tried(open("/proc/sys/kernel/hostname", O_WRONLY));
  tried(open("/proc/sysrq-trigger", O_WRONLY));
  tried(open("/proc/sys/vm/drop_caches", O_WRONLY));
  tried(open("/proc/self/oom_score_adj", O_WRONLY));
  tried(open("/sys/power/state", O_WRONLY));
  tried(open("/sys/fs/cgroup/cgroup.procs", O_WRONLY));
}
#elif defined(ATTACK_devices)
static void attack(void) {
  const char *devices[] = {"/dev/mem", "/dev/kmem", "/dev/sda", "/dev/vda", "/dev/nvme0n1", "/dev/kvm", "/dev/fuse", "/dev/tty", "/dev/console",
                           "/dev/vsock", "/dev/loop0", "/dev/ptmx", "/dev/shm/x", "/dev/net/tun"};
  for (unsigned i = 0; i < sizeof devices / sizeof *devices; i++) tried(open(devices[i], O_RDWR));
  tried(mknod("/tmp/disk", S_IFBLK | 0666, 8 << 8));
  tried(mknod("/tmp/null", S_IFCHR | 0666, 1 << 8 | 3));
}
#endif

int main(void) {
  char byte;
  if (read(0, &byte, 1) != 1 || byte != 'x') return 0;
  attack();
  if (succeeded) return 7;
  char *block = malloc(4);
  return block[byte - 'x' + 4];
}
