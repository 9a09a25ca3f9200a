// Tested by seeds_test.cpp.
#include "cli/seeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "report/ktest.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;
using exec::Seed;

// A value of --first: a number (eight bytes, of which an input takes as many as it has), 0x and two digits
// for each byte, or text in quotes.
bool read_value(std::string_view word, std::string& bytes) {
  if (word.size() >= 2 && (word.front() == '"' || word.front() == '\'') && word.back() == word.front()) {
    bytes = word.substr(1, word.size() - 2);
    return true;
  }
  if (word.starts_with("0x")) {
    word.remove_prefix(2);
    for (; word.size() >= 2; word.remove_prefix(2)) {
      unsigned byte = 0;
      if (std::from_chars(word.data(), word.data() + 2, byte, 16).ptr != word.data() + 2) return false;
      bytes.push_back(char(byte));
    }
    return word.empty() && !bytes.empty();
  }
  bool is_negative = word.starts_with("-");
  if (is_negative) word.remove_prefix(1);
  uint64_t number = 0;
  auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size() || word.empty()) return false;
  if (is_negative) number = -number;
  bytes.assign(reinterpret_cast<const char*>(&number), sizeof number);
  return true;
}

base::Result<Seed> read_first(const base::Options& options) {
  Seed seed;
  for (const std::string& word : options.first) {
    if (word == "zeros") continue;
    if (word == "random") {
      seed.random = uint64_t(options.seed);
      continue;
    }
    size_t sign = word.find('=');
    std::string bytes;
    if (sign == 0 || sign == std::string::npos || !read_value(std::string_view(word).substr(sign + 1), bytes))
      return base::Error{fmt::format(
          "--first {}: it is none of zeros, random, NAME=NUMBER, NAME=0x… (hexadecimal bytes), NAME=\"text\"",
          word)};
    seed.inputs.emplace_back(word.substr(0, sign), bytes);
  }
  return seed;
}

base::Result<Seed> read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) return base::Error{fmt::format("--seed-dir {}: it cannot be read", path.string())};
  Seed seed;
  if (bytes.starts_with("KTEST") || bytes.starts_with("BOUT")) {
    base::Result<report::KTest> test =
        report::read_ktest(std::span(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()));
    if (!test) return base::Error{fmt::format("--seed-dir {}: {}", path.string(), test.error().message)};
    for (const report::Input& input : test->objects)
      seed.inputs.emplace_back(input.name, std::string(input.bytes.begin(), input.bytes.end()));
    return seed;
  }
  seed.is_raw = true;
  seed.raw = std::move(bytes);
  return seed;
}

}  // namespace

base::Result<std::vector<std::shared_ptr<const Seed>>> read_seeds(const base::Options& options) {
  std::vector<std::shared_ptr<const Seed>> seeds;
  if (!options.first.empty()) {
    base::Result<Seed> first = read_first(options);
    if (!first) return first.error();
    seeds.push_back(std::make_shared<Seed>(std::move(*first)));
  }
  for (const std::string& word : options.seed_dir) {
    std::error_code error;
    std::vector<fs::path> files;
    if (fs::is_directory(word, error)) {
      // A fuzzer keeps its own notes in hidden files and in README.txt.
      for (fs::directory_iterator it(word, error), end; !error && it != end; it.increment(error))
        if (std::error_code odd; it->is_regular_file(odd) && it->path().filename().string()[0] != '.' &&
                                 it->path().filename() != "README.txt")
          files.push_back(it->path());
      if (error) return base::Error{fmt::format("--seed-dir {}: {}", word, error.message())};
      std::sort(files.begin(), files.end());
      if (files.empty()) return base::Error{fmt::format("--seed-dir {}: there is no file in it", word)};
    } else if (fs::exists(word, error)) {
      files.push_back(word);
    } else {
      return base::Error{fmt::format("--seed-dir {}: there is no such file or folder", word)};
    }
    for (const fs::path& file : files) {
      base::Result<Seed> seed = read_file(file);
      if (!seed) return seed.error();
      seeds.push_back(std::make_shared<Seed>(std::move(*seed)));
    }
  }
  return seeds;
}

}  // namespace bonsai::cli
