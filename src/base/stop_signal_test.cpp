#include "base/stop_signal.h"

#include <gtest/gtest.h>

#include <optional>

namespace bonsai::base {
namespace {

// The reason with which one of many looks stops; nothing when none does.
template <typename Look>
std::optional<StopReason> stops(const Look& look) {
  try {
    for (int i = 0; i < 100'000; ++i) look();
  } catch (const Stopped& stopped) {
    return stopped.reason;
  }
  return std::nullopt;
}

TEST(StopSignal, ThrowsWhenTheRunIsOver) {
  std::atomic<bool> over = false;
  StopSignal signal(&over);
  EXPECT_EQ(stops([&] { signal.look(); }), std::nullopt);
  over = true;
  EXPECT_EQ(stops([&] { signal.look(); }), StopReason::over);
  EXPECT_EQ(stops([&] { signal.look_for_end(); }), StopReason::over);
}

TEST(StopSignal, ThrowsForMemoryOnlyWhereThatIsAllowed) {
  StopSignal signal;
  signal.set_lacks_memory(true);
  EXPECT_EQ(stops([&] { signal.look(); }), StopReason::memory);
  EXPECT_EQ(stops([&] { signal.look_for_end(); }), std::nullopt);
  signal.set_lacks_memory(false);
  EXPECT_EQ(stops([&] { signal.look(); }), std::nullopt);
}

TEST(StopSignal, LooksForTheEndDoNotHideTheOthers) {
  StopSignal signal;
  signal.set_lacks_memory(true);
  EXPECT_EQ(stops([&] {
              signal.look();
              signal.look_for_end();
            }),
            StopReason::memory);
}

TEST(StopSignal, OneLongStepIsEnough) {
  std::atomic<bool> over = true;
  StopSignal signal(&over);
  EXPECT_THROW(signal.look(1 << 20), Stopped);
}

TEST(StopSignal, DisarmedNeverThrows) {
  std::atomic<bool> over = true;
  StopSignal signal(&over);
  signal.set_lacks_memory(true);
  signal.disarm();
  EXPECT_EQ(stops([&] { signal.look(); }), std::nullopt);
  EXPECT_EQ(stops([&] { signal.look_for_end(); }), std::nullopt);
}

}  // namespace
}  // namespace bonsai::base
