// The helper and the process that watches it: calls, crashes, hangs, nonsense.
#include "exec/external/external_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/home.h"

namespace bonsai::exec::external {
namespace {

Argument argument(Type type, const void* bytes, size_t size) {
  Argument argument;
  argument.type = type;
  std::memcpy(argument.bytes, bytes, size);
  return argument;
}

Argument integer(uint64_t value) { return argument(Type::u64, &value, sizeof value); }

Request request(std::string name, std::vector<Argument> arguments, Type result = Type::u64) {
  Request request;
  request.name = std::move(name);
  request.fixed = uint32_t(arguments.size());
  request.arguments = std::move(arguments);
  request.result = result;
  return request;
}

void add(Request& request, uint64_t address, std::string_view bytes, bool read_only = false) {
  request.regions.push_back({address, bytes.size(), read_only});
  request.content += bytes;
}

constexpr uint64_t here = 0x10000000;
constexpr uint64_t there = 0x100000000ff0;

struct External : testing::Test {
  Process process{base::external_helper(), 5};

  uint64_t result(const Reply& reply) {
    std::string_view bytes;
    uint64_t value = ~0ull;
    changes.clear();
    EXPECT_EQ(reply.status, Status::returned);
    if (reply.status == Status::returned && reply.read_returned(bytes, changes))
      std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  void expect_fault(const Reply& reply, uint64_t address, bool is_write) {
    Fault fault;
    ASSERT_EQ(reply.status, Status::fault);
    ASSERT_TRUE(reply.read_fault(fault));
    EXPECT_EQ(fault.address, address);
    EXPECT_EQ(bool(fault.is_write), is_write);
  }
  uint64_t number(const Reply& reply) {
    uint64_t number = ~0ull;
    EXPECT_TRUE(reply.read_number(number));
    return number;
  }

  std::vector<Reply::Change> changes;
};

TEST_F(External, Integers) {
  EXPECT_EQ(result(process.call(request("labs", {integer(uint64_t(-7))}))), 7u);
  EXPECT_TRUE(changes.empty());
  EXPECT_TRUE(process.is_running());
}

TEST_F(External, Floats) {
  double x = 0.5, y = 0;
  uint64_t bits = result(process.call(request("asin", {argument(Type::f64, &x, sizeof x)}, Type::f64)));
  std::memcpy(&y, &bits, sizeof y);
  EXPECT_DOUBLE_EQ(y, 0.5235987755982989);
}

TEST_F(External, MemoryLiesWhereItLiesInTheProgram) {
  Request call = request("strtol", {integer(here + 8), integer(there), integer(10)});
  add(call, here, std::string_view("........  42;\0", 14), true);
  add(call, there, std::string(8, '\xff'));
  Reply reply = process.call(call);
  EXPECT_EQ(result(reply), 42u);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].address, there);
  EXPECT_EQ(changes[0].bytes, std::string_view("\x0c\0\0\x10\0\0\0\0", 8));
}

TEST_F(External, VariadicArguments) {
  double x = 1.5;
  Request call = request("snprintf", {integer(here), integer(16), integer(there),
                                      argument(Type::f64, &x, sizeof x), integer(3)});
  call.fixed = 3;
  call.variadic = true;
  add(call, here, std::string(16, '\0'));
  add(call, there, std::string_view("%g %ld\0", 7));
  Reply reply = process.call(call);
  EXPECT_EQ(result(reply), 5u);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].bytes, "1.5 3");
}

TEST_F(External, FaultsHaveAddresses) {
  expect_fault(process.call(request("atoi", {integer(0)})), 0, false);
  expect_fault(process.call(request("atoi", {integer(0x100000001234)})), 0x100000001234, false);
  Request unterminated = request("rawmemchr", {integer(there), integer('x')});
  add(unterminated, there, "abc");
  expect_fault(process.call(unterminated), (there + page) & ~(page - 1), false);
  Request constant = request("bzero", {integer(here), integer(2)});
  add(constant, here, "abc", true);
  expect_fault(process.call(constant), here, true);
  Request overrun = request("bzero", {integer(here), integer(4)});
  add(overrun, here, "abc");
  expect_fault(process.call(overrun), here + 3, true);
  EXPECT_EQ(result(process.call(request("labs", {integer(1)}))), 1u);
}

TEST_F(External, SignalsAndExits) {
  Reply aborted = process.call(request("abort", {}));
  EXPECT_EQ(aborted.status, Status::signalled);
  EXPECT_EQ(number(aborted), uint64_t(SIGABRT));
  Reply left = process.call(request("exit", {integer(0)}));
  EXPECT_EQ(left.status, Status::exited);
  EXPECT_EQ(number(left), 0u);
  EXPECT_EQ(process.call(request("no_such_function", {})).status, Status::missing);
  EXPECT_TRUE(process.is_running());
}

TEST_F(External, CallsKnowNothingOfEachOther) {
  uint64_t first = result(process.call(request("rand", {}, Type::u32)));
  EXPECT_EQ(result(process.call(request("rand", {}, Type::u32))), first);
}

TEST_F(External, NothingIsInherited) {
  EXPECT_EQ(int(result(process.call(request("dup", {integer(4)}, Type::s32)))), -1);
  Request call = request("creat", {integer(here), integer(0600)}, Type::s32);
  add(call, here, std::string_view("file\0", 5));
  EXPECT_EQ(int(result(process.call(call))), -1);
}

TEST_F(External, ACallThatHangs) {
  Process impatient(base::external_helper(), 0.2);
  auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(impatient.call(request("pause", {})).status, Status::hung);
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(4));
  EXPECT_EQ(result(impatient.call(request("labs", {integer(1)}))), 1u);
}

TEST_F(External, AProgramThatEnds) {
  EXPECT_EQ(Process("/bin/true", 5).call(request("labs", {integer(1)})).status, Status::broken);
  EXPECT_EQ(Process("/nonexistent", 5).call(request("labs", {integer(1)})).status, Status::not_started);
}

// A program that stands for the helper and says what the script says.
struct FalseHelper {
  explicit FalseHelper(const std::string& script) {
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    ::chmod(file.c_str(), 0700);
  }
  ~FalseHelper() { std::filesystem::remove(file); }
  std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("bonsai_external_test_" + std::to_string(getpid()));
};

TEST_F(External, AHelperThatHangsIsKilled) {
  FalseHelper helper("exec sleep 60");
  Process silent(helper.file.string(), 0.1);
  EXPECT_EQ(silent.call(request("labs", {integer(1)})).status, Status::hung);
  EXPECT_FALSE(silent.is_running());
}

TEST_F(External, Nonsense) {
  FalseHelper helper("printf 'this is no reply to anything at all' >&0; exec sleep 60");
  Process liar(helper.file.string(), 5);
  EXPECT_EQ(liar.call(request("labs", {integer(1)})).status, Status::broken);
  EXPECT_FALSE(liar.is_running());
}

TEST(ExternalReply, TapeBytes) {
  Reply reply{Status::fault, "x"};
  std::optional<Reply> back = Reply::decode(reply.encoded());
  ASSERT_TRUE(back);
  EXPECT_EQ(back->status, Status::fault);
  EXPECT_EQ(back->payload, "x");
  Fault fault;
  EXPECT_FALSE(back->read_fault(fault));
  EXPECT_FALSE(Reply::decode(""));
  EXPECT_FALSE(Reply::decode("\x7f"));
}

TEST(ExternalReply, MalformedChanges) {
  std::string_view result;
  std::vector<Reply::Change> changes;
  EXPECT_FALSE((Reply{Status::returned, "short"}).read_returned(result, changes));
  external::Run run{1, 100};
  std::string payload(result_bytes, '\0');
  payload.append(reinterpret_cast<const char*>(&run), sizeof run);
  EXPECT_FALSE((Reply{Status::returned, payload + "few"}).read_returned(result, changes));
}

}  // namespace
}  // namespace bonsai::exec::external
