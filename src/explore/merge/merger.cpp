#include "explore/merge/merger.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "explore/explorer.h"

namespace bonsai::explore {

using exec::Path;
using state::Frame;

namespace {

constexpr size_t most_classes = 8;            // paths that do not fit each other, of those at one place
constexpr double unknown_queries = 1e6;       // of memory that anything may read
constexpr double symbolic_share = 0.1;        // what was symbolic before is asked about anyway
constexpr double symbolic_unknown = 0.5;      // of such memory
constexpr double least_queries = 1;           // to come, or waiting cannot pay any more
constexpr uint32_t most_refusals = 16;        // of a path in one call
constexpr uint32_t patience = 32;             // paths that meet at a join before it is judged
constexpr uint32_t least_absorbed = 8;        // one of so many must be merged, or the join is passed by
constexpr uint32_t most_passed_by = 100'000;  // times in a row

constexpr const char* too_many_objects = "too many objects differ";
constexpr const char* too_many_questions = "too many questions would depend on what differs";

constexpr uint32_t patience_everywhere = 512;
constexpr uint32_t least_everywhere = 512;  // hardly any

// Estimates of frames below count less: much can happen before they go on.
constexpr double caller_share = 0.5;

bool begins_alike(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b, size_t last) {
  return a.size() > last && b.size() > last &&
         std::equal(a.begin(), a.begin() + ptrdiff_t(last) + 1, b.begin());
}

void add(JoinCounts& to, const JoinCounts& more) {
  to.tried += more.tried;
  to.done += more.done;
  to.absorbed += more.absorbed;
  to.refused += more.refused;
}

}  // namespace

void MergeCounts::add(const MergeCounts& other) {
  explore::add(*this, other);
  expired += other.expired;
  for (const auto& [reason, count] : other.reasons) reasons[reason] += count;
  for (const auto& [place, count] : other.joins) explore::add(joins[place], count);
}

std::unique_ptr<Strategy> make_merger(const StrategyContext& context) {
  if (context.config.merge.mode == MergeMode::off) return nullptr;
  return std::make_unique<Merger>(context.config.merge, *context.joins, *context.joiner);
}

bool Merger::less(const Member* a, const Member* b) {
  if (a->key != b->key) return a->key < b->key;
  if (!a->path || !b->path) return !a->path && b->path;
  return a->has_met != b->has_met ? b->has_met : a->path->id < b->path->id;
}

void Merger::make_key(const Path& path, Member& member) const {
  member.key.clear();
  std::vector<const Frame*> frames;
  for (const Frame* frame = path.top.get(); frame; frame = frame->parent.get()) frames.push_back(frame);
  for (size_t i = frames.size(); i-- > 0;) {
    member.call = member.key.size();
    member.key.push_back(frames[i]->activation);
    joins_.append_key(frames[i]->function->id, frames[i]->pc, frames[i]->laps, member.key);
  }
}

// One of the same call is less advanced.
bool Merger::is_blocked(const Member& member) const {
  Member place{.key = member.key};
  auto it = order_.lower_bound(&place);
  return it != order_.begin() && begins_alike((*std::prev(it))->key, member.key, member.call);
}

// No other path is in the same call.
bool Merger::is_alone(const Member& member) const {
  Member call{.key = Key(member.key.begin(), member.key.begin() + ptrdiff_t(member.call) + 1)};
  auto it = order_.lower_bound(&call);
  return it == order_.end() || !begins_alike((*it)->key, member.key, member.call);
}

// Those that have met others are asked again, but not all of them.
std::vector<Merger::Member*> Merger::at_same_place(const Member& member) const {
  Member place{.key = member.key};
  std::vector<Member*> all;
  size_t met = 0;
  for (auto it = order_.lower_bound(&place); it != order_.end() && (*it)->key == member.key; ++it) {
    if ((*it)->has_met && ++met > most_classes) break;
    all.push_back(*it);
  }
  return all;
}

bool Merger::is_taken(const Member& member) const {
  Member place{.key = member.key};
  auto it = order_.lower_bound(&place);
  return it != order_.end() && (*it)->key == member.key;
}

bool Merger::added(Path& path) {
  auto made = std::make_unique<Member>();
  Member& member = *made;
  member.path = &path;
  make_key(path, member);
  members_[&path] = std::move(made);
  bool joins = path.top && path.top->serial <= path.shared_calls && path.replayed.is_over() &&
               exec::is_join(joiner_.program(), *path.top) && !passes_by(path);
  if (joins && is_blocked(member)) {
    member.waits = true;
    member.expires = work_ + config_.max_wait;
    waiting_[member.turn()] = &member;
  } else if (joins && is_meeting_) {
    member.has_met = true;  // as the paths that it is made of have
  } else if (joins && is_taken(member)) {
    met_.push_back(member.key);
  }
  order_.insert(&member);
  return member.waits;
}

void Merger::removed(Path& path) {
  auto it = members_.find(&path);
  Member& member = *it->second;
  order_.erase(&member);
  if (member.waits) waiting_.erase(member.turn());
  left_.push_back(std::move(member.key));
  members_.erase(it);
}

// From now on the path is in a call of its own.
void Merger::part_ways(Path& path) {
  Member& member = *members_[&path];
  order_.erase(&member);
  left_.push_back(std::move(member.key));
  path.own_top().activation = joiner_.new_activation();
  path.standing.refusals = 0;
  make_key(path, member);
  order_.insert(&member);
}

bool Merger::passes_by(Path& path) {
  if (config_.mode == MergeMode::always || exec::is_close_merge(joiner_.program(), *path.top)) return false;
  // Where nothing is merged anywhere, it need not stop at joins at all until it parts again.
  if (everywhere_.passes()) {
    path.shared_calls = 0;
    return true;
  }
  return all_queries(path) < least_queries || joins_at_[&path.top->function->code[path.top->pc]].passes();
}

bool Merger::stops(Path& path) {
  if (passes_by(path)) return false;
  Member member;
  make_key(path, member);
  if (is_blocked(member) || is_taken(member)) return true;
  // What is alone in its call need not stop in it again until it parts.
  if (is_alone(member)) path.shared_calls = std::min(path.shared_calls, path.top->serial - 1);
  return false;
}

void Merger::settle(Host& host) {
  work_ = host.work();
  if (waiting_.empty()) left_.clear();  // nobody waited for them
  // Whoever waited for one that has gone from its place, right behind that place.
  while (!left_.empty() || !met_.empty()) {
    bool is_met = left_.empty();
    std::vector<Key>& from = is_met ? met_ : left_;
    Member place{.key = std::move(from.back())};
    from.pop_back();
    auto it = order_.lower_bound(&place);
    if (it == order_.end() || is_blocked(**it)) continue;
    if (is_met ? (*it)->key == place.key : (*it)->waits) meet(at_same_place(**it), host);
  }
  while (!waiting_.empty() && waiting_.begin()->first.first <= work_) {
    ++counts_.expired;
    meet(at_same_place(*waiting_.begin()->second), host);
  }
}

bool Merger::let_go(Host& host) {
  if (waiting_.empty()) return false;
  while (!waiting_.empty()) meet({waiting_.begin()->second}, host);
  return true;
}

JoinCounts& Merger::place(const Path& path) {
  const Frame& top = *path.top;
  const ir::Program& program = joiner_.program();
  const ir::Location& at = program.locations[top.function->locations[top.pc]];
  return counts_
      .joins[fmt::format("{}:{} in {}", program.strings[at.file], at.line, top.function->source_name)];
}

// Those at one place go on, as few as pays.
void Merger::meet(std::vector<Member*> group, Host& host) {
  for (Member* member : group) {
    if (!member->has_met) {
      order_.erase(member);
      member->has_met = true;
      order_.insert(member);
    }
    if (!member->waits) continue;
    member->waits = false;
    waiting_.erase(member->turn());
    host.release(*member->path);
  }
  if (group.size() < 2) return;
  bool is_automatic = config_.mode == MergeMode::automatic;
  JoinCounts now;
  JoinCounts& here = place(*group.front()->path);
  const Frame& top = *group.front()->path->top;
  Success& join = joins_at_[&top.function->code[top.pc]];
  double most = config_.max_queries * all_queries(*group.front()->path);
  using Class = std::vector<Path*>;
  std::map<uint64_t, std::vector<Class>> by_signature;
  for (Member* member : group) {
    std::vector<Class>& classes = by_signature[signature(*member->path, *group.front()->path, most)];
    Class* fits = nullptr;
    for (size_t i = 0; i < classes.size() && !fits; ++i) {
      Comparison comparison = joiner_.compare(*classes[i].front(), *member->path);
      const char* why = comparison.refused;
      ++now.tried;
      if (!why && pays(comparison, *member->path, most, why))
        fits = &classes[i];
      else
        ++now.refused, ++counts_.reasons[why];
    }
    if (fits)
      fits->push_back(member->path);
    else if (classes.size() < most_classes)
      classes.push_back({member->path});
  }
  if (by_signature.size() > 1) {
    now.refused += by_signature.size() - 1;
    counts_.reasons[is_automatic ? too_many_questions : too_many_objects] += by_signature.size() - 1;
  }
  std::vector<Class> all;
  for (auto& [key, classes] : by_signature) all.insert(all.end(), classes.begin(), classes.end());
  for (const Class& paths : all) {
    if (paths.size() < 2) {
      // Those who never fit anybody in this call wait no longer for the others, nor they for them.
      Path& path = *paths.front();
      if (is_automatic && ++path.standing.refusals >= most_refusals) part_ways(path);
      continue;
    }
    std::unique_ptr<Path> joined = joiner_.join(paths);
    if (!joined) {
      ++now.refused, ++counts_.reasons["paths that do not fit"];
      continue;
    }
    ++now.done;
    now.absorbed += paths.size() - 1;
    is_meeting_ = true;
    host.replace(paths, std::move(joined));
    is_meeting_ = false;
  }
  add(here, now);
  add(counts_, now);
  join.note(group.size(), now.absorbed, patience, least_absorbed);
  everywhere_.note(group.size(), now.absorbed, patience_everywhere, least_everywhere);
}

// Where little comes of waiting, paths do not wait, for longer each time.
void Merger::Success::note(uint64_t met, uint64_t merged, uint32_t enough, uint32_t least) {
  came += uint32_t(met);
  absorbed += uint32_t(merged);
  if (came < enough) return;
  if (uint64_t(absorbed) * least < came) {
    next = std::min(std::max(2 * next, 4 * came), most_passed_by);
    left = next;
  } else {
    next = 0;
  }
  came = absorbed = 0;
}

// Paths with different ones are not worth comparing: what differs would be asked about too often, or must not
// differ. `first` is one at the same place; paths that differ from it in the same way do not differ.
uint64_t Merger::signature(const Path& path, const Path& first, double most) {
  if (exec::is_close_merge(joiner_.program(), *path.top)) return 0;
  bool is_automatic = config_.mode == MergeMode::automatic;
  if (!is_automatic && config_.max_differences) return 0;
  uint64_t all = 0;
  auto add = [&](state::Value value, bool may_be_symbolic) {
    all = base::hash_combine(all, !value.term ? value.bits : may_be_symbolic ? 257 : value.term->hash());
  };
  for (const Frame* frame = path.top.get(); frame && is_automatic; frame = frame->parent.get()) {
    const analysis::View& view = joiner_.view(*frame, frame != path.top.get());
    for (uint32_t i = 0; i < view.registers.size(); ++i) {
      const analysis::Variable& variable = view.registers[i];
      if (variable.live && variable.queries > most)
        add(frame->registers[i], variable.queries * symbolic_share <= most);
    }
  }
  Comparison comparison = joiner_.compare(first, path);
  if (comparison.refused) return base::hash_string(comparison.refused, all);
  for (const Comparison::Bytes& bytes : comparison.objects) {
    if (is_automatic && (!bytes.is_plain || queries_of(bytes, path) <= most)) continue;
    const state::Object& object = *path.memory.find(bytes.object->base());
    all = base::hash_combine(all, object.base() + bytes.first);
    for (uint64_t i = bytes.first; i <= bytes.last; ++i)
      add(object.term(i) ? state::Value{0, object.term(i)} : state::Value::plain(*object.byte(i)),
          is_automatic);
  }
  return all;
}

bool Merger::pays(const Comparison& comparison, const Path& path, double most, const char*& why) {
  if (exec::is_close_merge(joiner_.program(), *path.top)) return true;
  if (config_.mode == MergeMode::always) {
    why = too_many_objects;
    return comparison.objects.size() <= config_.max_differences;
  }
  why = too_many_questions;
  return queries_of(comparison, path) <= most;
}

// Questions to come that depend on a variable of a frame, or on what the frame returns because of it.
double Merger::queries_of(const Frame* frame, const analysis::Outlook::Variable& variable) {
  double all = std::max(0.0f, variable.queries), returned = variable.returned;
  while (returned > 0 && frame->parent && frame->call && frame->call->result_count) {
    const ir::CallSite& call = *frame->call;
    frame = frame->parent.get();
    const analysis::Outlook::Variable& result = joiner_.view(*frame, false).registers[call.result];
    all += returned * result.queries;
    returned *= result.returned;
  }
  return all;
}

double Merger::queries_of(const Comparison& comparison, const Path& path) {
  double all = 0;
  for (const Comparison::Register& each : comparison.registers)
    all += queries_of(each.frame,
                      joiner_.view(*each.frame, each.frame->depth < path.top->depth).registers[each.index]) *
           (each.is_plain ? 1 : symbolic_share);
  for (const Comparison::Bytes& each : comparison.objects) all += queries_of(each, path);
  return all;
}

double Merger::queries_of(const Comparison::Bytes& bytes, const Path& path) {
  const state::ObjectInfo& info = bytes.object->info();
  double queries = unknown_queries;
  if (info.kind == state::ObjectKind::global) {
    float known = joiner_.outlook().global_queries(info.index);
    if (known >= 0) queries = known;
  } else if (const Frame* frame = joiner_.frame_of(path, *bytes.object)) {
    queries = 0;
    const std::vector<ir::Local>& locals = frame->function->locals;
    for (size_t i = 0; i < locals.size(); ++i) {
      if (locals[i].dynamic || locals[i].offset > bytes.last ||
          locals[i].offset + locals[i].size <= bytes.first)
        continue;
      const analysis::Variable& local = joiner_.view(*frame, frame != path.top.get()).locals[i];
      queries += local.queries < 0 ? unknown_queries : queries_of(frame, local);
    }
  }
  if (bytes.is_plain) return queries;
  return queries >= unknown_queries ? symbolic_unknown : queries * symbolic_share;
}

double Merger::all_queries(const Path& path) {
  double all = 0, share = 1;
  for (const Frame* frame = path.top.get(); frame; frame = frame->parent.get(), share *= caller_share)
    all += share * joiner_.view(*frame, frame != path.top.get()).queries;
  return all;
}

}  // namespace bonsai::explore
