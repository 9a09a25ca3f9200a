// A call of a native function, from the values of the program to its results.
//
// Idea: the helper (external_process.h) sees the program's memory at the program's addresses, so pointers
// need no translation, wherever they lie. What it gets is decided by need: first the objects that arguments
// point to; when the function touches another object of the program, which is a fault there, that object is
// added and the call is made again, in a fresh process. An object that shares a page with one that is there
// would not fault; so it is added as soon as its address is found in what is passed.
//
// Symbolic arguments, and symbolic bytes of objects that are passed, are fixed to one value each
// (Machine::concretise: counted, and warned of). Each reply of the helper is one answer on the path's tape,
// so that replay calls nothing. Nothing changes before the last reply.
#pragma once

#include <string>
#include <vector>

#include "exec/machine.h"

namespace bonsai::exec {

// May the function be called without being named by the user? (external.def)
bool is_harmless(const std::string& name);

class ExternalCall {
 public:
  ExternalCall(Machine& machine, const ir::Function& callee, const ir::CallSite& site);
  Step run();

 private:
  // Memory that is passed: an object, or one local of a frame.
  struct Passed {
    external::Region region;
    std::string bytes;
  };
  enum class Turn : uint8_t { done, again, stopped };

  // All of these: false or Turn::stopped when the path ended.
  bool check();
  bool pass_arguments();
  bool pass_argument(unsigned index);
  bool fix(Value value, unsigned width, external::Argument& argument);
  // Adds the object at the address, or right before it, if there is one.
  bool pass_memory(uint64_t address);
  bool read_memory(const Object& object, Passed& passed);
  bool read_byte(Value byte, char& to);
  // Adds objects that share a page with passed ones and whose address is among what is passed.
  bool pass_neighbours();
  bool ask(external::Reply& reply);
  external::Reply make() const;

  Turn judge(const external::Reply& reply);
  Turn judge_fault(const external::Fault& fault);
  Turn judge_signal(uint64_t number);
  Turn finish(const external::Reply& reply);
  bool result(std::string_view bytes, Value& value);
  void write(const external::Reply::Change& change);
  Turn fail(std::string what);  // unsupported
  Turn broken() { return fail("the helper process said what is no reply"); }

  const Passed* passed_at(uint64_t address, uint64_t bytes) const;
  bool is_passed(uint64_t address) const { return passed_at(address, 1); }
  bool shares_page(uint64_t address) const;

  Machine& m_;
  const ir::Function& callee_;
  const ir::CallSite& site_;
  std::string what_;  // for messages of what is fixed
  external::Request request_;
  std::vector<Passed> passed_;  // ascending
  uint64_t bytes_ = 0;          // of all of them
  uint64_t guessed_ = 0;        // bytes without a value that were given one
};

}  // namespace bonsai::exec
