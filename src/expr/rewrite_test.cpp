// Rewriting preserves meaning: terms made through the store against a reference that does not rewrite.

#include <gtest/gtest.h>

#include "expr/print.h"
#include "expr/random_program_test.h"
#include "expr/support.h"

namespace bonsai::expr {
namespace {

using testing::ProgramMaker;
using testing::Step;

std::vector<uint8_t> random_bytes(ProgramMaker& maker, unsigned round) {
  std::vector<uint8_t> bytes(testing::kBytes + testing::kArrayBytes);
  static constexpr uint8_t kBorders[] = {0, 1, 2, 0x7f, 0x80, 0x81, 0xfe, 0xff};
  for (uint8_t& b : bytes) {
    if (round == 0)
      b = 0;
    else if (round == 1)
      b = 0xff;
    else if (round % 2 == 0)
      b = kBorders[maker.below(8)];
    else
      b = static_cast<uint8_t>(maker.below(256));
  }
  return bytes;
}

// Known bits must hold, the support must cover what the value depends on.
void check_facts(const Term* t, const Wide& value) {
  if (!t->is_narrow()) return;
  ASSERT_EQ(value.low64() & t->known_zeros(), 0u) << to_infix(t);
  ASSERT_EQ(~value.low64() & t->known_ones(), 0u) << to_infix(t);
}

void run_random_programs(unsigned programs, unsigned length, bool floats, uint64_t salt) {
  const uint64_t seed = testing::seed_from_environment() + salt;
  SCOPED_TRACE("BONSAI_SEED=" + std::to_string(seed - salt));
  ProgramMaker maker(seed);
  auto store = std::make_unique<TermStore>();
  for (unsigned n = 0; n < programs; ++n) {
    if (n % 2000 == 1999) store = std::make_unique<TermStore>();
    const std::vector<Step> steps = maker.make(length, floats);
    const std::vector<const Term*> terms = testing::build(*store, steps);
    for (unsigned round = 0; round < 6; ++round) {
      const std::vector<uint8_t> bytes = random_bytes(maker, round);
      const std::vector<Wide> values = testing::compute(steps, bytes);
      const Assignment assignment = testing::assign(*store, bytes);
      for (size_t i = 0; i < steps.size(); ++i) {
        if (terms[i]->is_array()) continue;
        ASSERT_EQ(terms[i]->width(), steps[i].width) << testing::describe(steps, i);
        const Wide got = evaluate_wide(*store, terms[i], assignment);
        ASSERT_EQ(got.to_hex(), values[i].to_hex()) << "program " << n << " step " << i << "\n"
                                                    << testing::describe(steps, i) << to_infix(terms[i]);
        check_facts(terms[i], got);
      }
    }
  }
}

TEST(Rewrite, RandomProgramsKeepTheirMeaning) { run_random_programs(40000, 12, false, 0); }
TEST(Rewrite, RandomLongProgramsKeepTheirMeaning) { run_random_programs(4000, 60, false, 1); }
TEST(Rewrite, RandomFloatProgramsKeepTheirMeaning) { run_random_programs(10000, 12, true, 2); }

}  // namespace
}  // namespace bonsai::expr
