// Counted reference to an object of one worker: counts are plain integers, so a reference never crosses a
// thread.
//
// T has a member `uint32_t refs = 0` and a static `void destroy(T*)`.
#pragma once

#include <cstdint>
#include <utility>

namespace bonsai::base {

template <typename T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T* target) : target_(target) { retain(); }
  Ref(const Ref& other) : target_(other.target_) { retain(); }
  Ref(Ref&& other) noexcept : target_(std::exchange(other.target_, nullptr)) {}
  ~Ref() { release(); }
  Ref& operator=(Ref other) noexcept {
    std::swap(target_, other.target_);
    return *this;
  }

  T* get() const { return target_; }
  T* operator->() const { return target_; }
  T& operator*() const { return *target_; }
  explicit operator bool() const { return target_ != nullptr; }
  friend bool operator==(const Ref& x, const Ref& y) { return x.target_ == y.target_; }

 private:
  void retain() {
    if (target_) ++target_->refs;
  }
  void release() {
    if (target_ && --target_->refs == 0) T::destroy(target_);
  }
  T* target_ = nullptr;
};

}  // namespace bonsai::base
