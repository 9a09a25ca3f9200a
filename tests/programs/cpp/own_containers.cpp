// A vector, a string and a linked list written by hand, with copy and move.
// expect: output "0 20 10 0 10\n"
// expect: output "apple fig kiwi pear \n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

using size_t = decltype(sizeof 0);
template <typename T> class Vector {
  T* data_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
 public:
  Vector() = default;
  Vector(const Vector& o) { for (auto& x : o) push(x); }
  Vector(Vector&& o) : data_(o.data_), size_(o.size_), capacity_(o.capacity_) { o.data_ = nullptr; o.size_ = o.capacity_ = 0; }
  ~Vector() { delete[] data_; }
  void push(const T& x) {
    if (size_ == capacity_) {
      capacity_ = capacity_ ? capacity_ * 2 : 1;
      T* bigger = new T[capacity_];
      for (size_t i = 0; i < size_; i++) bigger[i] = static_cast<T&&>(data_[i]);
      delete[] data_;
      data_ = bigger;
    }
    data_[size_++] = x;
  }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }
  size_t size() const { return size_; }
  T& operator[](size_t i) { return data_[i]; }
};
struct String {
  char* p;
  static size_t length(const char* s) { size_t n = 0; while (s[n]) n++; return n; }
  String(const char* s = "") : p(new char[length(s) + 1]) { for (size_t i = 0; (p[i] = s[i]); i++) {} }
  String(const String& o) : String(o.p) {}
  String& operator=(const String& o) { if (this != &o) { String t(o); char* x = p; p = t.p; t.p = x; } return *this; }
  ~String() { delete[] p; }
};
template <typename T, typename Less> void sort(T* a, T* b, Less less) {
  for (T* i = a; i < b; i++) for (T* j = i; j > a && less(*j, j[-1]); j--) { T t = *j; *j = j[-1]; j[-1] = t; }
}

int main() {
  Vector<int> v;
  for (int i = 0; i < 20; i++) v.push(i * 7 % 11);
  Vector<int> w = v, x = static_cast<Vector<int>&&>(v);
  sort(w.begin(), w.end(), [](int a, int b) { return a > b; });
  printf("%zu %zu %d %d %d\n", v.size(), x.size(), w[0], w[19], x[3]);
  Vector<String> s;
  const char* words[] = {"pear", "apple", "fig", "kiwi"};
  for (const char* t : words) s.push(t);
  sort(s.begin(), s.end(), [](const String& a, const String& b) { return a.p[0] < b.p[0]; });
  for (auto& t : s) printf("%s ", t.p);
  printf("\n");
  return 0;
}
