#include "report/point_set.h"

#include <gtest/gtest.h>

namespace bonsai::report {
namespace {

using Points = std::vector<uint32_t>;

TEST(PointSet, ReadsWhatItWrote) {
  for (const Points& points : {Points{}, Points{0}, Points{1}, Points{0, 1, 2, 3}, Points{127, 128, 129, 256},
                               Points{0, 128, 257, 16641, 2097153, 0xfffffffe, 0xffffffff}}) {
    std::vector<uint8_t> bytes = encode_points(points);
    EXPECT_EQ(decode_points(bytes), points);
  }
}

TEST(PointSet, NeighboursTakeOneByteEach) { EXPECT_EQ(encode_points(Points{5, 6, 7, 8}).size(), 4u); }

TEST(PointSet, OtherBytesAreRefused) {
  using Bytes = std::vector<uint8_t>;
  EXPECT_FALSE(decode_points(Bytes{0x80}));                                   // cut short
  EXPECT_FALSE(decode_points(Bytes{0xff, 0xff, 0xff, 0xff, 0x7f}));           // past 32 bits
  EXPECT_FALSE(decode_points(Bytes{0xff, 0xff, 0xff, 0xff, 0x0f, 0}));        // a point after the last
  EXPECT_FALSE(decode_points(Bytes{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0}));  // too long
}

}  // namespace
}  // namespace bonsai::report
