#include "load/draft.h"
#include "load/straighten.h"

namespace bonsai::load {

void fuse(ir::Program& program, Draft& draft) { straighten(program, draft); }

}  // namespace bonsai::load
