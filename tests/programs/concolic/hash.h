// Stands for a function that no solver inverts.
static unsigned secure_hash(unsigned v) {
  unsigned long h = v + 0x9e3779b97f4a7c15ul;
  for (int i = 0; i < 12; i++) {
    h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9ul;
    h = (h ^ (h >> 32)) * (h | 0x94d049bb133111ebul);
    h ^= h >> 31;
  }
  return (unsigned)h;
}
