// Tested by confirm_test.cpp and native_path_test.cpp.
#include "report/channel.h"

#include <fcntl.h>
#include <replay/channel.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace bonsai::report {
namespace {

constexpr uint32_t verdict_room = 1 << 16, report_room = 4 << 20;
constexpr uint64_t trace_room = 64 << 20;
constexpr uint64_t trace_header = 32, trace_record = 16;  // as native_path.cpp reads them

}  // namespace

Channel::Channel(std::string_view test, std::string_view answers, bool with_trace) {
  auto rounded = [](uint64_t bytes) { return (bytes + 15) / 16 * 16; };
  bonsai_channel header{};
  std::memcpy(header.magic, "BONSAICH", sizeof header.magic);
  header.version = BONSAI_CHANNEL_VERSION;
  header.test_at = rounded(sizeof header);
  header.test_bytes = test.size();
  header.answers_at = header.test_at + rounded(test.size());
  header.answers_bytes = answers.size();
  header.verdict_at = verdict_at_ = header.answers_at + rounded(answers.size());
  header.verdict_room = verdict_room;
  header.report_at = report_at_ = verdict_at_ + verdict_room;
  header.report_room = report_room;
  header.trace_at = trace_at_ = report_at_ + report_room;
  header.trace_room = with_trace ? trace_room : 0;
  header.bytes = bytes_ = trace_at_ + header.trace_room;
  file_ = memfd_create("bonsai", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  // It keeps its size: memory that is gone would end us when we read it.
  if (file_ < 0 || ftruncate(file_, off_t(bytes_)) != 0 ||
      fcntl(file_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return;
  void* place = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (place == MAP_FAILED) return;
  memory_ = static_cast<char*>(place);
  std::memcpy(memory_, &header, sizeof header);
  std::memcpy(memory_ + header.test_at, test.data(), test.size());
  std::memcpy(memory_ + header.answers_at, answers.data(), answers.size());
}

Channel::~Channel() {
  if (memory_) munmap(memory_, bytes_);
  if (file_ >= 0) close(file_);
}

std::string Channel::part(uint64_t at, uint64_t bytes) const { return {memory_ + at, bytes}; }

std::string Channel::verdict() const {
  bonsai_channel header;
  std::memcpy(&header, memory_, sizeof header);
  return part(verdict_at_, std::min(header.verdict_bytes, verdict_room));
}

std::string Channel::report() const {
  bonsai_channel header;
  std::memcpy(&header, memory_, sizeof header);
  return part(report_at_, std::min(header.report_bytes, report_room));
}

// As many records as its header counts.
std::string Channel::trace() const {
  uint64_t room = bytes_ - trace_at_, count = 0;
  if (room < trace_header) return {};
  std::memcpy(&count, memory_ + trace_at_ + 16, sizeof count);
  if (memory_[trace_at_] == 0) return {};  // nothing was begun
  return part(trace_at_, trace_header + std::min(count, (room - trace_header) / trace_record) * trace_record);
}

}  // namespace bonsai::report
