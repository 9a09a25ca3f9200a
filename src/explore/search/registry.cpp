// The table of searchers: a new one is its file, its row here, and its test.
#include <fmt/format.h>

#include "explore/search/searcher.h"

namespace bonsai::explore {

const std::vector<SearcherInfo>& searchers() {
  static const std::vector<SearcherInfo> all = {
      {"dfs", "depth first: follows a path to its end, then the youngest other", false, false, false,
       make_dfs},
      {"bfs", "breadth first: the path that has waited longest", false, false, false, make_bfs},
      {"random-state", "any path, each with the same chance", false, false, false, make_random_state},
      {"random-path", "walks down the execution tree, with equal chances at each fork", false, false, false,
       make_random_path},
      {"covnew", "paths that lately covered new code, or are close to code that is not covered", true, false,
       false, make_covnew},
      {"md2u", "paths close to code that is not covered", true, false, false, make_md2u},
      {"nurs-depth", "by chance, each fork on a path halving it", false, false, false, make_nurs_depth},
      {"nurs-icnt", "by chance, paths at places where few have been", false, true, false, make_nurs_icnt},
      {"nurs-cpicnt", "by chance, paths on chains of calls where little was executed", false, true, false,
       make_nurs_cpicnt},
      {"nurs-qc", "by chance, paths that cost the solver little", false, false, false, make_nurs_qc},
      {"generational", "the other sides of the runs that covered most that was new (--mode=concolic)", false,
       false, false, make_generational},
      {"sdse", "the path closest to the target, over calls and returns (bonsai reach)", false, false, true,
       make_sdse},
      {"intra-sdse", "the same within the function of the target, all others equally far (bonsai reach)",
       false, false, true, make_intra_sdse},
  };
  return all;
}

const SearcherInfo* find_searcher(std::string_view name) {
  if (name == "random") name = "random-state";  // its name elsewhere
  for (const SearcherInfo& each : searchers())
    if (each.name == name) return &each;
  return nullptr;
}

base::Result<std::vector<const SearcherInfo*>> parse_search(std::string_view words) {
  std::vector<const SearcherInfo*> infos;
  while (true) {
    size_t comma = words.find(',');
    std::string_view word = words.substr(0, comma);
    const SearcherInfo* info = find_searcher(word);
    if (!info)
      return base::Error{fmt::format("--search: there is no searcher '{}'; --search list shows them", word)};
    infos.push_back(info);
    if (comma == std::string_view::npos) break;
    words.remove_prefix(comma + 1);
  }
  if (infos.size() > most_searchers)
    return base::Error{fmt::format("--search: at most {} searchers take turns", most_searchers)};
  return infos;
}

std::unique_ptr<Searcher> make_search(const std::vector<const SearcherInfo*>& infos, SearchContext context) {
  std::vector<std::unique_ptr<Searcher>> all;
  for (const SearcherInfo* info : infos) {
    context.number = unsigned(all.size());
    all.push_back(info->make(context));
  }
  if (all.size() == 1) return std::move(all.front());
  return make_round_robin(std::move(all), context.by_cost);
}

}  // namespace bonsai::explore
