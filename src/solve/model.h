#pragma once

#include <memory>

#include "expr/assignment.h"

namespace bonsai::solve {

// A model that states share: values for all symbolic bytes, unset bytes being 0. Never changed once shared.
using Model = std::shared_ptr<const expr::Assignment>;

}  // namespace bonsai::solve
