// rawmemchr by bytes. gnulib's reads whole words, on purpose also beyond the end of an object: an error on nearly every path of grep.
void *rawmemchr(const void *bytes, int wanted) {
  const unsigned char *byte = bytes;
  while (*byte != (unsigned char)wanted) ++byte;
  return (void *)byte;
}
