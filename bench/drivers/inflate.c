// Inflates standard input, as zlib or gzip (argument 47) or as a raw stream (-15), a few bytes of room at a time, and prints what comes out.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

int main(int argc, char **argv) {
  unsigned char in[256], out[64];
  ssize_t size = read(0, in, sizeof in);
  z_stream stream = {0};
  if (size < 0 || inflateInit2(&stream, argc > 1 ? atoi(argv[1]) : 47) != Z_OK) return 2;
  stream.next_in = in;
  stream.avail_in = (unsigned)size;
  int status = Z_OK;
  for (int round = 0; status == Z_OK && round < 8; ++round) {
    stream.next_out = out;
    stream.avail_out = sizeof out;
    status = inflate(&stream, Z_NO_FLUSH);
    for (unsigned char *byte = out; byte < stream.next_out; ++byte) printf("%02x", *byte);
  }
  printf("\n%d %s, %lu in, %lu out\n", status, stream.msg ? stream.msg : "", stream.total_in, stream.total_out);
  inflateEnd(&stream);
  return status == Z_STREAM_END ? 0 : 1;
}
