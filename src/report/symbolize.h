// Names and lines for the addresses in a sanitizer's report. Programs run without a symbolizer of their own,
// for in the sandbox there is none.
#pragma once

#include <string>
#include <string_view>

namespace bonsai::report {

// Replaces each frame "#n<tab>address<tab>module<tab>offset" of the binary itself by frames
// "#n<tab>function<tab>file<tab>line", one for each inlined function; frames of other modules lose their
// place.
std::string symbolize(std::string_view report, const std::string& binary);

}  // namespace bonsai::report
