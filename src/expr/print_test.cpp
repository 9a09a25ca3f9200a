#include "expr/print.h"

#include <gtest/gtest.h>

namespace bonsai::expr {
namespace {

TEST(Print, Infix) {
  TermStore s;
  const Term* a = s.array("in", 8);
  const Term *x = s.symbolic_byte(a, 0), *y = s.symbolic_byte(a, 1), *z = s.symbolic_byte(a, 2);
  EXPECT_EQ(to_infix(s.ult(s.add(x, s.constant(8, 5)), s.constant(8, 16))), "(in[0] + 0x05) <u 0x10");
  EXPECT_EQ(to_infix(s.concat(y, x)), "in[0:2]");
  EXPECT_EQ(to_infix(s.lnot(s.eq(z, s.zero(8)))), "!(in[2] == 0x00)");
  EXPECT_EQ(to_infix(s.zext(x, 32)), "zext32(in[0])");
  EXPECT_EQ(to_infix(s.extract(x, 2, 3)), "in[0]{4..2}");
  EXPECT_EQ(to_infix(Term::pending(1, 0)), "pending");
  const Term* product = s.mul(x, y);
  const std::string text = to_infix(s.udiv(product, s.add(product, z)));
  EXPECT_EQ(text.substr(0, 10), "let t1 = i") << text;
}

TEST(Print, InfixOfASharedTermIsLinear) {
  TermStore s;
  const Term* a = s.array("in", 8);
  const Term* t = s.zext(s.symbolic_byte(a, 0), 64);
  for (int i = 0; i < 60; ++i) t = s.mul(t, s.add(t, s.one(64)));
  EXPECT_LT(to_infix(t, 1 << 20).size(), 10000u);
}

}  // namespace
}  // namespace bonsai::expr
