// What the model of Linux (runtime/linux) asks of the outside: files of the host, read only, and the end.
//
// Whatever is read goes onto the path's tape, so that a replay does not look at the host again. A path of the
// program is a path of the host; only what lies in Config::host_folder exists, and the folders that lead to
// it. The path notes which files it asked for, so that a native run of its test can be given these.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "exec/intrinsics.h"
#include "sandbox/host_folder.h"

namespace bonsai::exec::intrinsics {
namespace {

using sandbox::HostFolder;

constexpr size_t stat_words = 13;                 // BONSAI_HOST_WORDS
constexpr uint64_t most_values = 16;              // of a number in a system call, each on a path of its own
constexpr size_t number_bytes = sizeof(int64_t);  // an answer begins with the result, then come bytes

int64_t status(const HostFolder& folder, const std::string& path, std::string& bytes) {
  struct stat found{};
  if (int64_t error = folder.status(path, found)) return error;
  uint64_t words[stat_words] = {found.st_dev,
                                found.st_ino,
                                found.st_mode,
                                found.st_nlink,
                                found.st_uid,
                                found.st_gid,
                                uint64_t(found.st_size),
                                uint64_t(found.st_mtim.tv_sec),
                                uint64_t(found.st_mtim.tv_nsec),
                                uint64_t(found.st_blocks),
                                uint64_t(found.st_blksize),
                                found.st_rdev,
                                0};
  bytes.assign(reinterpret_cast<const char*>(words), sizeof words);
  return 0;
}

// Notes the answer that `ask` gives for the path of the first argument; bytes go to the second.
template <typename Ask>
Step from_host(IntrinsicCall& call, HostAccess::Kind kind, Ask ask) {
  uint64_t name, to;
  std::string path;
  if (!call.plain(0, name) || !call.string(name, path) || !call.plain(1, to)) return Step::stopped;
  const HostFolder* folder = call.config().host_folder.get();
  std::string text = call.noted_bytes([&] {
    std::string bytes, answer(number_bytes, '\0');
    int64_t result = folder ? ask(*folder, path, bytes) : -ENOENT;
    std::memcpy(answer.data(), &result, number_bytes);
    return answer + bytes;
  });
  int64_t result = -EIO;
  if (text.size() >= number_bytes) std::memcpy(&result, text.data(), number_bytes);
  if (result >= 0 && text.size() > number_bytes &&
      !call.write(to, text.data() + number_bytes, text.size() - number_bytes))
    return Step::stopped;
  if (std::optional<std::string> inside = folder ? folder->relative(path) : std::nullopt)
    call.state().note_host_access(kind, *inside);
  call.result(uint64_t(result));
  return Step::next;
}

}  // namespace

Step host_stat_(IntrinsicCall& call) { return from_host(call, HostAccess::Kind::status, status); }

Step host_read_(IntrinsicCall& call) {
  uint64_t size, offset;
  if (!call.plain(2, size) || !call.plain(3, offset)) return Step::stopped;
  return from_host(call, HostAccess::Kind::content,
                   [&](const HostFolder& folder, const std::string& path, std::string& bytes) {
                     return folder.content(path, size, offset, bytes);
                   });
}

Step host_list_(IntrinsicCall& call) {
  uint64_t size, offset;
  if (!call.plain(2, size) || !call.plain(3, offset)) return Step::stopped;
  return from_host(call, HostAccess::Kind::names,
                   [&](const HostFolder& folder, const std::string& path, std::string& bytes) {
                     return folder.names(path, size, offset, bytes);
                   });
}

Step host_link_(IntrinsicCall& call) {
  uint64_t size;
  if (!call.plain(2, size)) return Step::stopped;
  return from_host(call, HostAccess::Kind::target,
                   [&](const HostFolder& folder, const std::string& path, std::string& bytes) {
                     return folder.target(path, size, bytes);
                   });
}

// bonsai_concrete(value)
Step few_values_(IntrinsicCall& call) {
  if (!call.has(1)) return Step::stopped;
  Value value = call.value(0);
  if (value.is_mark()) return call.plain(0, value.bits) ? Step::next : Step::stopped;
  if (value.is_plain() || value.term->is_constant()) {
    call.result(value);
    return Step::next;
  }
  expr::Wide wide;
  if (!call.concrete_few(value.term, most_values, "argument of a system call", wide)) return Step::stopped;
  call.result(Value::of(call.terms().constant(wide)));
  return Step::next;
}

Step killed_(IntrinsicCall& call) {
  uint64_t signal;
  if (!call.plain(0, signal)) return Step::stopped;
  if (signal == SIGABRT) return call.fail(ErrorKind::abort, "the program aborts");
  call.state().phase = state::Phase::done;
  return call.exit(Value::plain(128 + signal));  // as a shell shows it
}

Step note_(IntrinsicCall& call) {
  uint64_t address;
  std::string text;
  if (!call.plain(0, address) || !call.string(address, text)) return Step::stopped;
  call.leave_out(base::Reason::model, text);
  call.warn(std::move(text));
  return Step::next;
}

Step cpuid_(IntrinsicCall& call) {
  call.leave_out(base::Reason::model, "cpuid tells of a processor without extensions");
  return Step::next;
}

Step no_frame_(IntrinsicCall& call) {
  call.leave_out(base::Reason::model, "frames and returns have no addresses: asked for, they are null");
  return Step::next;
}

// bonsai_pinned(value, name, low, high, serial)
Step pinned_(IntrinsicCall& call) {
  uint64_t value, address, low, high, serial;
  std::string name;
  // A value that was computed from pinned ones is one of its own from here on.
  Value given = call.unpinned(call.value(0));
  bool is_known = given.is_plain();
  if (is_known) value = given.bits;
  if ((!is_known && !call.plain(0, value)) || !call.plain(1, address) || !call.string(address, name) ||
      !call.plain(2, low) || !call.plain(3, high) || !call.plain(4, serial))
    return Step::stopped;
  call.result(call.pin(value, name, low, high, serial));
  return Step::next;
}

Step refuse_(IntrinsicCall& call) {
  uint64_t address;
  std::string text;
  if (!call.plain(0, address) || !call.string(address, text)) return Step::stopped;
  return call.give_up(base::Reason::refused, std::move(text));
}

}  // namespace bonsai::exec::intrinsics
