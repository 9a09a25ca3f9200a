// What a user wants to reach (--target, --patch, --targets-from), as places of the program.
//
// Tested by tests/check_reach.
#pragma once

#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "cli/target_lists.h"
#include "explore/direct/targets.h"
#include "load/load.h"

namespace bonsai::cli {

struct Wish {
  std::string name;   // as it was said
  std::string words;  // of whoever named it: a warning, a changed line
  // One of these: what to reach, by index into `targets`; or why there is nothing.
  uint32_t target = ir::none;
  std::string nothing;
  bool is_left_out = false;  // there is code, behind what is not supported, and it is not in the program
};

struct Wishes {
  std::vector<explore::Target> targets;
  std::vector<Wish> all;
};

// The lines of --patch and --targets-from.
base::Result<std::vector<NamedLine>> read_lists(const base::Options& options);

// Places whose functions must stay as they are written, so that what is said of a line is true.
std::vector<std::string> exact_places(const base::Options& options, const std::vector<NamedLine>& lists);

// What --target names must be there; of lists, what is not is told of in the wish.
base::Result<Wishes> read_targets(const base::Options& options, const std::vector<NamedLine>& lists,
                                  const load::Loaded& loaded);

}  // namespace bonsai::cli
