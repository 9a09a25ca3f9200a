// The table of kinds, and the judgement of one native run by it. Tested by confirm_test.cpp.
#include "report/confirm.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <optional>

#include "report/places.h"
#include "report/sanitizer_report.h"

namespace bonsai::report {
namespace {

enum class Tool { address, undefined, leak, memory, program, assertion, jump };

// What confirms one kind of error.
struct Rule {
  struct Sight {
    Tool tool;
    std::string what;
  };
  std::vector<Sight> sights;
  std::vector<int> signals;
  bool never_ends = false;
  std::string unseen;   // why it may stay unseen; may be empty
  std::string nothing;  // not empty: why nothing sees it

  bool is_empty() const { return sights.empty() && nothing.empty() && !never_ends; }
  bool has(Tool tool) const {
    return std::any_of(sights.begin(), sights.end(), [&](const Sight& sight) { return sight.tool == tool; });
  }
  bool covers(const Finding& finding) const {
    return std::any_of(sights.begin(), sights.end(), [&](const Sight& sight) {
      return int(sight.tool) == int(finding.tool) && finding.what.find(sight.what) != std::string::npos;
    });
  }
};
static_assert(int(Tool::address) == int(Finding::Tool::address) &&
              int(Tool::undefined) == int(Finding::Tool::undefined) &&
              int(Tool::leak) == int(Finding::Tool::leak) && int(Tool::memory) == int(Finding::Tool::memory));

Rule rule_of(const std::string& kind) {
  Rule rule;
  // clang-format off
#define SEEN_BY(word, tool, text) if (kind == word) rule.sights.push_back({Tool::tool, text});
#define ENDS_BY(word, signal) if (kind == word) rule.signals.push_back(signal);
#define NEVER_ENDS(word) if (kind == word) rule.never_ends = true;
#define UNSEEN(word, text) if (kind == word) rule.unseen = text;
#define NOTHING_SEES(word, text) if (kind == word) rule.nothing = text;
#include "report/confirmation.def"
#undef SEEN_BY
#undef ENDS_BY
#undef UNSEEN
#undef NEVER_ENDS
#undef NOTHING_SEES
  // clang-format on
  if (kind.starts_with("ubsan")) rule.sights.push_back({Tool::undefined, ""});
  return rule;
}

std::string place_words(const Error& error) {
  for (const Place& place : error.stack)
    if (place.line) return fmt::format("{}:{}", place.file, place.line);
  return "an unknown line";
}

Verdict confirmed(std::string reason) { return {Confirmation::confirmed, std::move(reason)}; }

// What says that the run left the path, or never came to the error; nothing if it tells neither.
std::optional<Verdict> trouble(const NativeRun& run, const Limits& limits) {
  if (run.replay.out_of_inputs)
    return Verdict{Confirmation::not_reproduced,
                   "the native program went on past the error: " + run.replay.diverged};
  if (!run.replay.diverged.empty()) return Verdict{Confirmation::diverged, run.replay.diverged};
  if (run.replay.assumption_failed)
    return Verdict{Confirmation::diverged, "an assumption is false in the native run"};
  if (!run.ended.by_itself())
    return Verdict{Confirmation::not_reproduced, "the native program " + words(run.ended, limits)};
  return std::nullopt;
}

class Judge {
 public:
  Judge(const Error& error, const Rule& rule, const NativeRun& run, const NativeProgram& program,
        bool is_sanitized, bool lacks_functions = false)
      : error_(error),
        rule_(rule),
        run_(run),
        is_sanitized_(is_sanitized),
        lacks_functions_(lacks_functions),
        inputs_(program.inputs),
        findings_(parse_sanitizers(run.sanitizers)),
        end_(parse_stack(run.place)) {}

  std::optional<Verdict> confirm() const {
    if (rule_.has(Tool::program) && !run_.replay.error.empty())
      if (std::optional<Verdict> verdict = by_program()) return verdict;
    if (rule_.has(Tool::assertion))
      if (std::optional<Verdict> verdict = by_assertion()) return verdict;
    if (error_.kind == "out-of-bounds" && aborted_there() &&
        run_.ended.err.find("*** buffer overflow detected ***") != std::string::npos)
      return confirmed("the C library: buffer overflow detected");
    for (const Finding& finding : findings_)
      if (!(finding.wild_jump && lacks_functions_) && rule_.covers(finding) && ended_by(finding) &&
          is_there(finding))
        return confirmed(words(finding));
    for (const Finding& finding : findings_)
      if (rule_.has(Tool::jump) && finding.wild_jump && !lacks_functions_ && ended_by(finding))
        return confirmed("AddressSanitizer: a jump to something that is no code; the stack is lost");
    return std::nullopt;
  }

  // The same for the plain build, of which there is a signal alone: nothing if it ended otherwise. A program
  // can send itself a signal, or be wrong somewhere else.
  std::optional<Verdict> judge_signal(const std::string& why) const {
    int signal = run_.ended.signal();
    if (std::find(rule_.signals.begin(), rule_.signals.end(), signal) == rule_.signals.end())
      return std::nullopt;
    std::string what = "the plain build " + words(run_.ended, {});
    if (run_.ended.is_sent && signal != SIGABRT)
      return Verdict{Confirmation::not_reproduced, what + ", which was sent, not raised by an instruction"};
    if (!knows_end()) return confirmed(fmt::format("{}; its line is not known, for {}", what, why));
    if (may_end_there()) return confirmed(fmt::format("{} at {}; {}", what, place_words(error_), why));
    return Verdict{Confirmation::not_reproduced, fmt::format("{}, and not at {}", what, place_words(error_))};
  }

  // What was seen instead.
  std::string otherwise() const {
    std::string seen;
    for (const Finding& finding : findings_) {
      // The last word on a run is the finding that ended it; undefined behaviour on the way is only told if
      // it fits.
      if (finding.tool == Finding::Tool::undefined && !rule_.covers(finding)) continue;
      seen = words(finding);
    }
    if (seen.empty() && !run_.replay.error.empty()) seen = "the program's own report: " + run_.replay.error;
    return seen;
  }

 private:
  bool is_there(const Finding& finding) const {
    return stacks_meet(error_.stack, finding.stack, inputs_) ||
           (finding.tool == Finding::Tool::memory && passes_on(error_.stack, finding.stack));
  }

  // AddressSanitizer and LeakSanitizer end the process, with a code of theirs; the others let it go on.
  bool ended_by(const Finding& finding) const {
    bool goes_on = finding.tool == Finding::Tool::undefined || finding.tool == Finding::Tool::memory;
    return goes_on || run_.ended.exited_with(sanitizer_exit_code);
  }

  // A call of abort at the place leads to a report with the stack of the call. Without sanitizers there is
  // the signal, and what was on the stack.
  bool aborted_there() const {
    if (!is_sanitized_) return run_.ended.signal() == SIGABRT && may_end_there();
    return std::any_of(findings_.begin(), findings_.end(), [&](const Finding& finding) {
      return finding.what == "ABRT" && ended_by(finding) && stacks_meet(error_.stack, finding.stack, inputs_);
    });
  }

  std::optional<Verdict> by_program() const {
    if (!aborted_there()) return std::nullopt;
    return confirmed("the program reports: " + run_.replay.error);
  }

  // "program: file:line: function: Assertion `x' failed."
  std::optional<Verdict> by_assertion() const {
    if (!aborted_there()) return std::nullopt;
    const std::string& text = run_.ended.err;
    for (size_t at = 0; (at = text.find(": Assertion `", at)) != std::string::npos; ++at) {
      size_t begin = text.rfind('\n', at) + 1;
      std::string line = text.substr(begin, std::min(text.find('\n', at), text.size()) - begin);
      for (const Place& place : error_.stack)
        if (place.line &&
            line.find(fmt::format("{}:{}:", file_name(place.file), place.line)) != std::string::npos)
          return confirmed(line);
    }
    return std::nullopt;
  }

  bool knows_end() const {
    return std::any_of(end_.begin(), end_.end(), [](const Place& place) { return place.line; });
  }
  bool may_end_there() const { return !knows_end() || stacks_meet(error_.stack, end_, inputs_); }

  const Error& error_;
  const Rule& rule_;
  const NativeRun& run_;
  bool is_sanitized_;
  bool lacks_functions_;  // a jump to nothing may be a call of one
  const std::vector<std::string>& inputs_;
  std::vector<Finding> findings_;
  std::vector<Place> end_;  // where a signal ended the plain build; empty: not known
};

// What a tool may have missed is a reason only if the run came to the error, which its end alone does not
// tell.
std::string because(const std::string& message, const std::string& why) {
  return why.empty() ? message
                     : message +
                           ": it went another way (bonsai replay compares the branches), or the error cannot "
                           "be seen (" +
                           why + ")";
}

// Without sanitizers only the signal is left, or the assertion's text.
Verdict confirm_plainly(NativeBuild& build, const Test& test, const Error& error, const Rule& rule,
                        const Limits& limits, const std::string& why) {
  base::Result<std::string> binary = build.binary(Variant::plain);
  if (!binary) return {Confirmation::unconfirmable, binary.error().message};
  base::Result<NativeRun> run = run_test(*binary, Variant::plain, build, test.inputs,
                                         {.limits = limits, .host_files = test.host_files, .watch = true});
  if (!run) return {Confirmation::unconfirmable, run.error().message};
  Judge judge(error, rule, *run, build.program(), false);
  if (std::optional<Verdict> verdict = judge.confirm()) return *verdict;
  if (std::optional<Verdict> verdict = judge.judge_signal(why)) return *verdict;
  if (std::optional<Verdict> verdict = trouble(*run, limits)) return *verdict;
  return {Confirmation::unconfirmable, why};
}

// It cannot be waited for: two seconds are long for what takes none else.
Verdict confirm_endless(NativeBuild& build, const Test& test, Limits limits) {
  limits.seconds = std::min(limits.seconds, 2.0);
  base::Result<std::string> binary = build.binary(Variant::plain);
  if (!binary) return {Confirmation::unconfirmable, binary.error().message};
  base::Result<NativeRun> run = run_test(*binary, Variant::plain, build, test.inputs,
                                         {.limits = limits, .host_files = test.host_files});
  if (!run) return {Confirmation::unconfirmable, run.error().message};
  if (run->ended.timed_out)
    return confirmed(fmt::format("the native program runs on: {}", words(run->ended, limits)));
  if (std::optional<Verdict> verdict = trouble(*run, limits)) return *verdict;
  return {Confirmation::not_reproduced, "the native program " + words(run->ended, limits)};
}

// Bytes in words, for two texts that differ at `at`.
std::string excerpt(const std::string& text, size_t at) {
  std::string result = at > 0 ? "…" : "";
  for (char c : text.substr(at, 30))
    result += c == '\n'                             ? "\\n"
              : uint8_t(c) < 32 || uint8_t(c) > 126 ? fmt::format("\\x{:02x}", uint8_t(c))
                                                    : std::string(1, c);
  return at + 30 < text.size() ? result + "…" : result;
}

std::optional<std::string> output_difference(const std::string& native, const std::string& predicted,
                                             bool whole) {
  if (whole ? native == predicted : native.starts_with(predicted)) return std::nullopt;
  size_t at =
      size_t(std::mismatch(native.begin(), native.begin() + long(std::min(native.size(), predicted.size())),
                           predicted.begin())
                 .first -
             native.begin());
  return fmt::format("the output differs at byte {}: natively \"{}\", predicted \"{}\"", at,
                     excerpt(native, at), excerpt(predicted, at));
}

Verdict confirm_with(Variant variant, NativeBuild& build, const Test& test, const Error& error,
                     const Rule& rule, const Limits& limits) {
  bool memory = variant != Variant::sanitized;
  base::Result<std::string> binary = build.binary(variant);
  if (!binary && memory)
    return {Confirmation::unconfirmable, "there is no build with MemorySanitizer: " + binary.error().message};
  if (!binary)
    return confirm_plainly(build, test, error, rule, limits,
                           fmt::format("there is no sanitized build ({})", binary.error().message));
  const std::string lack = build.lack_of(variant);

  base::Result<NativeRun> run =
      run_test(*binary, variant, build, test.inputs,
               {.limits = limits, .detect_leaks = rule.has(Tool::leak), .host_files = test.host_files});
  if (!run) return {Confirmation::unconfirmable, run.error().message};
  if (run->sanitizers.find("LeakSanitizer has encountered a fatal error") != std::string::npos)
    return {Confirmation::unconfirmable, "LeakSanitizer cannot work here (it may not trace the program)"};
  Judge judge(error, rule, *run, build.program(), true, !lack.empty());
  if (std::optional<Verdict> verdict = judge.confirm()) return *verdict;
  if (!lack.empty() && !memory)
    return confirm_plainly(build, test, error, rule, limits,
                           fmt::format("the sanitized build lacks functions that only musl has ({})", lack));
  std::string seen = judge.otherwise();
  if (!seen.empty())
    return {Confirmation::not_reproduced,
            fmt::format("natively {}, and not {} at {}", seen, error.kind, place_words(error))};
  if (std::optional<Verdict> verdict = trouble(*run, limits)) {
    if (verdict->confirmation == Confirmation::not_reproduced)
      verdict->reason = because(verdict->reason, rule.unseen);
    return *verdict;
  }
  if (build.has_bitcode() && rule.has(Tool::undefined) && !rule.has(Tool::address))
    return {Confirmation::unconfirmable,
            "UndefinedBehaviorSanitizer needs sources, and the program has bitcode"};
  return {Confirmation::not_reproduced,
          because("the native program " + words(run->ended, limits) + " and shows no error", rule.unseen)};
}

}  // namespace

Verdict confirm_error(NativeBuild& build, const Test& test, const Error& error, const Limits& limits) {
  Rule rule = rule_of(error.kind);
  if (rule.is_empty()) rule.nothing = "no rule says what a native run shows of this kind";
  if (!rule.nothing.empty()) return {Confirmation::unconfirmable, rule.nothing};
  if (rule.never_ends) return confirm_endless(build, test, limits);
  if (!rule.has(Tool::memory)) return confirm_with(Variant::sanitized, build, test, error, rule, limits);
  // What a function returns, it reports where it returns, unless it is built to look at uses alone.
  Verdict first = confirm_with(Variant::memory, build, test, error, rule, limits);
  if (first.confirmation == Confirmation::confirmed) return first;
  Verdict second = confirm_with(Variant::memory_at_uses, build, test, error, rule, limits);
  return second.confirmation == Confirmation::confirmed ? second : first;
}

bool has_rule(const std::string& kind) { return !rule_of(kind).is_empty(); }

Verdict compare_test(NativeBuild& build, const Test& test, const Limits& limits) {
  base::Result<std::string> binary = build.binary(Variant::plain);
  if (!binary) return {Confirmation::unconfirmable, binary.error().message};
  base::Result<NativeRun> run = run_test(*binary, Variant::plain, build, test.inputs,
                                         {.limits = limits, .host_files = test.host_files});
  if (!run) return {Confirmation::unconfirmable, run.error().message};
  bool cut = test.ending == Ending::given_up || test.ending == Ending::unfinished;
  // What it wrote until then tells nothing: it may lie in a buffer.
  if (run->ended.timed_out && !cut)
    return {Confirmation::not_reproduced,
            fmt::format("the native program {}; more with --test-time", words(run->ended, limits))};
  if (std::optional<std::string> difference =
          output_difference(run->ended.out, test.output, test.ending == Ending::exited))
    if (!(cut && run->replay.out_of_inputs)) {
      if (!run->replay.diverged.empty()) return {Confirmation::diverged, run->replay.diverged};
      return {Confirmation::diverged, *difference};
    }
  if (cut)  // whatever follows was not predicted
    return {Confirmation::unconfirmable, "the path was cut (" + test.reason + "); its beginning agrees"};
  if (!run->replay.diverged.empty()) return {Confirmation::diverged, run->replay.diverged};
  if (test.ending == Ending::silent) {
    bool quiet = run->replay.assumption_failed || (run->ended.by_itself() && WIFEXITED(run->ended.status));
    if (quiet) return confirmed("ends without a word, as predicted");
    return {Confirmation::diverged,
            "a silent end was predicted, but the native program " + words(run->ended, limits)};
  }
  if (run->replay.assumption_failed)
    return {Confirmation::diverged, "an assumption is false in the native run"};
  // Death by a signal is predicted as a shell shows it.
  int signal = run->ended.signal();
  if (!run->ended.exited_with(test.exit_status & 255) && !(signal && test.exit_status == 128 + signal))
    return {Confirmation::diverged, fmt::format("exit code {} was predicted, but the native program {}",
                                                test.exit_status & 255, words(run->ended, limits))};
  return confirmed("same exit code and output");
}

Verdict compare_paths(const ir::Program& program, const Test& test, std::span<const Decision> predicted,
                      std::span<const Decision> native, bool is_cut) {
  const size_t all = predicted.size();
  const bool is_partial = is_cut && native.size() < all;
  if (is_partial) predicted = predicted.first(native.size());
  if (std::optional<std::string> difference =
          first_difference(program, predicted, native, test.ending == Ending::exited && !is_partial))
    return {Confirmation::diverged, *difference};
  if (is_partial)
    return {Confirmation::unconfirmable,
            fmt::format(
                "the first {} of {} decisions are the same; the rest was not compared: a trace holds no more",
                predicted.size(), all)};
  return confirmed(fmt::format("the same {} decisions", predicted.size()));
}

}  // namespace bonsai::report
