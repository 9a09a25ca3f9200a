// The one exception of this room: what was wrong with the input, as it will be shown. load() turns it into a
// base::Error.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "base/result.h"

namespace bonsai::load {

class LoadError : public std::exception {
 public:
  explicit LoadError(std::string message, std::string detail = {})
      : error_{std::move(message), std::move(detail)} {}
  const base::Error& error() const { return error_; }
  const char* what() const noexcept override { return error_.message.c_str(); }

 private:
  base::Error error_;
};

}  // namespace bonsai::load
