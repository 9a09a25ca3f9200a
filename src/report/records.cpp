#include "report/records.h"

namespace bonsai::report {

std::string_view word(Confirmation confirmation) {
  switch (confirmation) {
    case Confirmation::untried: return "untried";
    case Confirmation::confirmed: return "confirmed";
    case Confirmation::not_reproduced: return "not reproduced";
    case Confirmation::diverged: return "diverged";
    case Confirmation::unconfirmable: return "unconfirmable";
  }
  return "?";
}

std::string_view word(Ending ending) {
  switch (ending) {
    case Ending::exited: return "exited";
    case Ending::error: return "error";
    case Ending::silent: return "silent";
    case Ending::given_up: return "given up";
    case Ending::unfinished: return "unfinished";
  }
  return "?";
}

}  // namespace bonsai::report
