// Records of the section .bonsai. Tested by embedded_test.cpp.
#include "load/embedded.h"

#include <zstd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

namespace bonsai::load {
namespace {

constexpr char magic[] = "BONSAIBC";
constexpr uint32_t version = 1;
constexpr int level = 3;                       // zstd's default: 200 MB/s and more
constexpr uint64_t most_bitcode = 1ull << 32;  // of one source; more is damage

struct Header {
  char magic[8];
  uint32_t version;
  uint32_t origin_size;
  uint64_t packed_size;
  uint64_t bitcode_size;
};
static_assert(sizeof(Header) == 32);

std::string to_json(const Origin& origin) {
  nlohmann::json json = {{"source", origin.source},
                         {"directory", origin.directory},
                         {"command", origin.command},
                         {"language", origin.language},
                         {"libc", origin.libc}};
  // Names are bytes, JSON is text: what is not UTF-8 is replaced.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

base::Result<Origin> from_json(std::string_view text) {
  try {
    nlohmann::json json = nlohmann::json::parse(text);
    Origin origin;
    json.at("source").get_to(origin.source);
    json.at("directory").get_to(origin.directory);
    json.at("command").get_to(origin.command);
    json.at("language").get_to(origin.language);
    json.at("libc").get_to(origin.libc);
    return origin;
  } catch (const nlohmann::json::exception&) {
    return base::Error{"it does not say how it was compiled"};
  }
}

base::Result<std::string> decompress(std::string_view packed, uint64_t size) {
  std::string bytes(size, '\0');
  size_t got = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(got)) return base::Error{ZSTD_getErrorName(got)};
  if (got != size) return base::Error{"it is shorter than it says"};
  return bytes;
}

}  // namespace

base::Result<std::string> pack(const Embedded& embedded) {
  std::string origin = to_json(embedded.origin);
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  if (!context) return base::Error{"no memory to compress bitcode"};
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string packed(ZSTD_compressBound(embedded.bitcode.size()), '\0');
  size_t size = ZSTD_compress2(context.get(), packed.data(), packed.size(), embedded.bitcode.data(),
                               embedded.bitcode.size());
  if (ZSTD_isError(size)) return base::Error{ZSTD_getErrorName(size)};
  Header header{{}, version, uint32_t(origin.size()), size, embedded.bitcode.size()};
  std::memcpy(header.magic, magic, sizeof header.magic);
  std::string record(reinterpret_cast<const char*>(&header), sizeof header);
  return record.append(origin).append(packed, 0, size);
}

base::Result<std::vector<Embedded>> unpack(std::string_view section) {
  std::vector<Embedded> all;
  std::set<std::string_view> seen;
  for (size_t at = 0; (at = section.find_first_not_of('\0', at)) != std::string_view::npos;) {
    std::string_view rest = section.substr(at);
    std::string where = " (byte " + std::to_string(at) + " of the section)";
    Header header;
    if (rest.size() < sizeof header || std::memcmp(rest.data(), magic, sizeof header.magic) != 0)
      return base::Error{"no record where one must begin" + where};
    std::memcpy(&header, rest.data(), sizeof header);
    if (header.version != version)
      return base::Error{"a record of version " + std::to_string(header.version) +
                         ", where this Bonsai knows " + std::to_string(version) + where};
    rest.remove_prefix(sizeof header);
    if (header.origin_size > rest.size() || header.packed_size > rest.size() - header.origin_size ||
        header.bitcode_size > most_bitcode)
      return base::Error{"a record that is cut off" + where};
    size_t size = sizeof header + header.origin_size + header.packed_size;
    at += size;
    if (!seen.insert(section.substr(at - size, size)).second) continue;
    base::Result<Origin> origin = from_json(rest.substr(0, header.origin_size));
    if (!origin) return base::Error{origin.error().message + where};
    base::Result<std::string> bitcode =
        decompress(rest.substr(header.origin_size, header.packed_size), header.bitcode_size);
    if (!bitcode)
      return base::Error{"the bitcode of " + origin->source + ": " + bitcode.error().message + where};
    all.push_back({std::move(*origin), std::move(*bitcode)});
  }
  return all;
}

base::Result<std::vector<std::string>> extract(const std::vector<Embedded>& all,
                                               const std::string& directory) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) return base::Error{directory + ": cannot be made (" + error.message() + ")"};
  std::vector<std::string> paths;
  size_t digits = std::to_string(all.size()).size();
  for (size_t i = 0; i < all.size(); ++i) {
    std::string number = std::to_string(i + 1);
    number.insert(0, digits - number.size(), '0');
    fs::path stem = fs::path(all[i].origin.source).stem();
    fs::path path = fs::path(directory) / (number + "-" + (stem == "-" ? "stdin" : stem.string()) + ".bc");
    paths.push_back(path.string());
    std::ifstream old(path, std::ios::binary);
    if (old && std::string(std::istreambuf_iterator<char>(old), {}) == all[i].bitcode) continue;
    std::ofstream file(path, std::ios::binary);
    file << all[i].bitcode;
    file.close();
    if (!file) return base::Error{path.string() + ": cannot be written"};
  }
  return paths;
}

}  // namespace bonsai::load
