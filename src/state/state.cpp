#include "state/state.h"

#include <algorithm>

namespace bonsai::state {

void Output::destroy(Output* output) {
  while (output) {
    Output* before = output->before.get();
    bool last = before && before->refs == 1;
    if (last) ++before->refs;
    delete output;
    if (!last) return;
    --before->refs;
    output = before;
  }
}

void State::write_output(std::string_view text) {
  output_bytes += text.size();
  constexpr size_t piece = 4096;
  if (written && written->refs == 1 && !written->term && written->text.size() + text.size() <= piece) {
    written->text += text;
    return;
  }
  Output* next = new Output;
  next->before = std::move(written);
  next->text = text;
  written = base::Ref<Output>(next);
}

void State::write_output(std::string directive, const expr::Term* term) {
  Output* next = new Output;
  next->before = std::move(written);
  next->text = std::move(directive);
  next->term = term;
  written = base::Ref<Output>(next);
  output_bytes += 32;
}

std::vector<const Output*> State::output() const {
  std::vector<const Output*> pieces;
  for (const Output* piece = written.get(); piece; piece = piece->before.get()) pieces.push_back(piece);
  std::reverse(pieces.begin(), pieces.end());
  return pieces;
}

}  // namespace bonsai::state
