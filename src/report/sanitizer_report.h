// What sanitizers wrote, as findings: what kind, and the call stack.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/records.h"

namespace bonsai::report {

struct Finding {
  enum class Tool { address, undefined, leak, memory };
  Tool tool = Tool::address;
  // AddressSanitizer, MemorySanitizer: its word ("heap-buffer-overflow", "SEGV"). UndefinedBehaviorSanitizer:
  // its text
  // ("division by zero"). LeakSanitizer: "leak".
  std::string what;
  std::vector<Place> stack;  // innermost first; of accesses, not of allocations
  bool wild_jump = false;    // the program jumped to something that is no code; the caller may be lost
};

// Reads reports whose frames have the form that native_run.cpp asks for: "#n<tab>function<tab>file<tab>line".
std::vector<Finding> parse_sanitizers(std::string_view text);

// Reads frames of that form alone.
std::vector<Place> parse_stack(std::string_view text);

// "AddressSanitizer: heap-buffer-overflow at a.c:12"
std::string words(const Finding& finding);

}  // namespace bonsai::report
