// Tested by compiler_words_test.cpp.
#include "load/compiler_words.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "load/compiler_flags.h"

namespace bonsai::load {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

template <size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}
template <size_t N>
bool starts_with_one_of(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::string_view start) { return word.starts_with(start); });
}

bool is_gcc_only(std::string_view word) {
  if (!word.starts_with("-f")) return false;
  word.remove_prefix(2);
  if (word.starts_with("no-")) word.remove_prefix(3);
  if (word == "tree-vectorize" || word == "tree-slp-vectorize") return false;
  return starts_with_one_of(word, gcc_only);
}

// -flto makes objects of bitcode that are no ELF files; -ffat-lto-objects and so on go with it.
bool is_dropped(std::string_view word) {
  return word == "-flto" || word.starts_with("-flto=") || word.starts_with("-fwhole-program") ||
         is_gcc_only(word);
}

bool is_shared_library(std::string_view name) {
  size_t at = name.rfind('/');
  if (at != std::string_view::npos) name.remove_prefix(at + 1);
  return name.ends_with(".so") || name.find(".so.") != std::string_view::npos;
}

// "c", "c++", or empty for what is no source of ours.
std::string language_of_name(const std::string& path, bool cxx) {
  static constexpr auto c = std::to_array<std::string_view>({".c", ".i"});
  static constexpr auto cpp = std::to_array<std::string_view>(
      {".cc", ".cpp", ".cxx", ".c++", ".cp", ".C", ".CPP", ".ii", ".CC", ".cppm"});
  std::string extension = fs::path(path).extension();
  if (is_one_of(extension, cpp)) return "c++";
  if (is_one_of(extension, c)) return cxx && extension == ".c" ? "c++" : "c";
  return "";
}
std::string language_of_flag(const std::string& name) {
  if (name == "c" || name == "cpp-output") return "c";
  if (name == "c++" || name == "c++-cpp-output") return "c++";
  return "";
}

// -fsanitize=a,b without those that are not for bitcode; empty if none is left.
std::string without_foreign(const std::string& word) {
  size_t at = word.find('=') + 1;
  std::string kept;
  while (at <= word.size()) {
    size_t end = std::min(word.find(',', at), word.size());
    std::string each = word.substr(at, end - at);
    if (!is_one_of(each, foreign_sanitizers) && !each.starts_with("cfi"))
      kept += (kept.empty() ? "" : ",") + each;
    at = end + 1;
  }
  return kept.empty() ? "" : word.substr(0, word.find('=') + 1) + kept;
}

base::Result<Words> expand(const Words& words, int depth = 0) {
  Words all;
  for (const std::string& word : words) {
    std::ifstream file;
    std::error_code error;
    bool names_file = word.size() > 1 && word[0] == '@' && fs::is_regular_file(word.substr(1), error);
    if (!names_file) {
      all.push_back(word);
      continue;
    }
    file.open(word.substr(1), std::ios::binary);
    if (!file || depth > 50) return base::Error{word.substr(1) + ": cannot be read as a response file"};
    base::Result<Words> inner =
        expand(split_response(std::string(std::istreambuf_iterator<char>(file), {})), depth + 1);
    if (!inner) return inner;
    all.insert(all.end(), inner->begin(), inner->end());
  }
  return all;
}

class Walk {
 public:
  Walk(const Words& words, bool cxx) : words_(words), cxx_(cxx) {}

  CompilerCommand take() {
    for (size_t i = 0; i < words_.size(); ++i) {
      const std::string& word = words_[i];
      if (only_inputs_ || word == "-" || !word.starts_with('-')) {
        input(word);
      } else if (word == "--") {
        only_inputs_ = true;
        command_.words.push_back(word);
      } else if (bool front = is_one_of(word, front_end_pairs); front || is_one_of(word, other_pairs)) {
        if (i + 1 < words_.size()) {
          pair(word, words_[++i], front);
        } else {
          command_.words.push_back(word);  // clang will complain
        }
      } else {
        flag(word);
      }
    }
    finish();
    return std::move(command_);
  }

 private:
  void input(const std::string& word) {
    command_.words.push_back(word);
    command_.has_inputs = true;
    if (is_shared_library(word)) command_.wants_shared = true;
    bool named = !language_.empty() && language_ != "none";
    std::string language = named ? language_of_flag(language_) : language_of_name(word, cxx_);
    if (language.empty()) return;
    std::string object = word == "-" ? "-.o" : fs::path(word).filename().replace_extension(".o").string();
    command_.sources.push_back({word, language, named, object});
  }

  void pair(const std::string& word, const std::string& value, bool front) {
    command_.words.insert(command_.words.end(), {word, value});
    if (word == "-x") {
      language_ = value;
    } else if (word == "-o" || word == "--output") {
      output_ = value;
    } else if (word == "-L") {
      directories_.push_back(value);
    } else if (word == "-l") {
      library(value);
    } else if (front && !(word == "-Xpreprocessor" && value.starts_with("-M"))) {
      own_target(word);
      command_.bitcode_flags.insert(command_.bitcode_flags.end(), {word, value});
    }
  }

  void own_target(const std::string& word) {
    if (word == "-target" || word == "--target" || word.starts_with("--target=") ||
        word.starts_with("--sysroot") || word == "-m32" || word == "-mx32" || word == "-m16" ||
        word == "-arch")
      command_.own_target = true;
  }

  // Only where it lies in a folder of the user's; the system's own libraries are not for musl.
  void library(const std::string& name) {
    std::error_code error;
    command_.has_inputs = true;
    for (const std::string& directory : directories_) {
      fs::path stem = fs::path(directory) / ("lib" + name);
      if (fs::exists(stem.string() + ".a", error)) return;
      if (fs::exists(stem.string() + ".so", error)) command_.wants_shared = true;
    }
  }

  void flag(const std::string& word) {
    if (is_dropped(word)) return;
    command_.words.push_back(word);
    if (is_one_of(word, other_tasks) || word.starts_with("-print-") || word.starts_with("--print-") ||
        word.starts_with("--help") || word.starts_with("-cc1") || word.starts_with("-dump"))
      other_ = true;
    if (word == "-###") command_.dry_run = true;
    if (word == "-c" || word == "--compile") compile_ = true;
    if (word == "-shared" || word == "-r") command_.makes_library = true;
    if (word == "-static-pie") command_.static_pie = true;
    if (word == "-nostdlib" || word == "-nodefaultlibs" || word == "-nolibc") command_.own_libraries = true;
    if (word.starts_with("-x") && word.size() > 2) language_ = word.substr(2);
    if (word.starts_with("-o") && word.size() > 2 && !word.starts_with("-objc")) {
      output_ = word.substr(2);
      return;
    }
    if (word.starts_with("--output=")) {
      output_ = word.substr(9);
      return;
    }
    if (word.starts_with("-L")) directories_.push_back(word.substr(2));
    if (word.starts_with("-l")) library(word.substr(2));
    own_target(word);
    if (is_one_of(word, not_for_bitcode) || starts_with_one_of(word, not_for_bitcode_starts)) return;
    if (word.starts_with("-x")) return;  // said anew for each source
    if (word.starts_with("-fsanitize=")) {
      std::string kept = without_foreign(word);
      if (!kept.empty()) command_.bitcode_flags.push_back(kept);
      return;
    }
    command_.bitcode_flags.push_back(word);
  }

  void finish() {
    command_.task = other_ || !command_.has_inputs ? CompilerTask::other
                    : compile_                     ? CompilerTask::compile
                                                   : CompilerTask::build;
    command_.output = output_.empty() ? "a.out" : output_;
    if (compile_ && !output_.empty())
      for (CompilerSource& source : command_.sources) source.object = output_;
  }

  const Words& words_;
  bool cxx_;
  bool only_inputs_ = false, other_ = false, compile_ = false;
  std::string language_;  // of -x
  std::string output_;
  Words directories_;  // of -L
  CompilerCommand command_;
};

}  // namespace

std::vector<std::string> split_response(const std::string& text) {
  Words words;
  std::string word;
  bool inside = false;  // a word has begun, perhaps an empty one in quotes
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      inside = true;
    } else if (quote) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
      if (inside) words.push_back(std::move(word));
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside) words.push_back(std::move(word));
  return words;
}

base::Result<CompilerCommand> understand(const std::vector<std::string>& words, bool cxx) {
  base::Result<Words> expanded = expand(words);
  if (!expanded) return expanded.error();
  return Walk(*expanded, cxx).take();
}

}  // namespace bonsai::load
