// A parser of sound files in RIFF form, with one deep error, in the manner of the media parsers in which SAGE (Godefroid, Levin, Molnar 2008)
// found crashes from a seed of zero bytes: the chunks' names, their sizes and the fields of two chunks must all fit before it is reached.
//
//   "RIFF" size "WAVE", then chunks: name, size, content, padded to an even size
//   "fmt "  tag, channels, rate, bytes per second, block align, bits
//   "fact"  frames                              optional
//   "LIST"  "INFO", then sub-chunks of text     optional
//   "loop"  mode, repeats, first, last frame    optional
//   "data"  samples
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_PCM = 1, TAG_FLOAT = 3 };
enum { MODE_FORWARD = 1, MODE_BACKWARD = 2 };
enum { MAX_CHANNELS = 8, MAX_TEXT = 64, MAX_SIZE = 4096 };
enum { BAD = -1 };

struct reader {
  const unsigned char *at;
  size_t left;
};

struct sound {
  unsigned tag, channels, bits, block_align;
  uint32_t rate, declared_frames;
  char title[MAX_TEXT + 1], artist[MAX_TEXT + 1];
  unsigned loop_mode, loop_repeats;
  uint32_t loop_first, loop_last;  // frames, both inclusive
  unsigned char *samples;
  uint32_t frames;
};

static unsigned u16(const unsigned char *p) { return p[0] | (unsigned)p[1] << 8; }
static uint32_t u32(const unsigned char *p) { return u16(p) | (uint32_t)u16(p + 2) << 16; }
static int is(const unsigned char *name, const char *wanted) { return memcmp(name, wanted, 4) == 0; }

// Takes the next chunk off the reader: its name, and a reader of its content. 0 if there is none.
static int next_chunk(struct reader *from, const unsigned char **name, struct reader *content) {
  if (from->left < 8) return 0;
  uint32_t size = u32(from->at + 4);
  if (size > from->left - 8) return 0;
  *name = from->at;
  content->at = from->at + 8;
  content->left = size;
  size_t taken = 8 + (size_t)size;
  if (taken % 2 && taken < from->left) taken++;
  from->at += taken;
  from->left -= taken;
  return 1;
}

static int parse_format(struct sound *sound, struct reader in) {
  if (in.left < 16) return BAD;
  sound->tag = u16(in.at);
  sound->channels = u16(in.at + 2);
  sound->rate = u32(in.at + 4);
  sound->block_align = u16(in.at + 12);
  sound->bits = u16(in.at + 14);
  if (sound->channels == 0 || sound->channels > MAX_CHANNELS) return BAD;
  if (sound->rate < 8000 || sound->rate > 192000) return BAD;
  switch (sound->tag) {
    case TAG_PCM:
      if (sound->bits != 8 && sound->bits != 16 && sound->bits != 24) return BAD;
      break;
    case TAG_FLOAT:
      if (sound->bits != 32) return BAD;
      break;
    default: return BAD;
  }
  if (sound->block_align != sound->channels * sound->bits / 8) return BAD;
  if (u32(in.at + 8) != sound->rate * sound->block_align) return BAD;
  return 0;
}

static int copy_text(char *text, struct reader in) {
  if (in.left > MAX_TEXT) return BAD;
  memcpy(text, in.at, in.left);
  text[in.left] = 0;
  return 0;
}

static int parse_list(struct sound *sound, struct reader in) {
  if (in.left < 4) return BAD;
  if (!is(in.at, "INFO")) return 0;  // other lists are for others
  in.at += 4;
  in.left -= 4;
  const unsigned char *name;
  struct reader content;
  while (next_chunk(&in, &name, &content)) {
    if (is(name, "INAM") && copy_text(sound->title, content) != 0) return BAD;
    if (is(name, "IART") && copy_text(sound->artist, content) != 0) return BAD;
  }
  return in.left == 0 ? 0 : BAD;
}

static int parse_loop(struct sound *sound, struct reader in) {
  if (in.left != 12) return BAD;
  sound->loop_mode = u16(in.at);
  sound->loop_repeats = u16(in.at + 2);
  sound->loop_first = u32(in.at + 4);
  sound->loop_last = u32(in.at + 8);
  if (sound->loop_mode != MODE_FORWARD && sound->loop_mode != MODE_BACKWARD) return BAD;
  return sound->loop_first < sound->loop_last ? 0 : BAD;
}

static int parse_data(struct sound *sound, struct reader in) {
  if (sound->block_align == 0 || sound->samples) return BAD;  // no format yet, or a second time
  sound->frames = (uint32_t)(in.left / sound->block_align);
  if (sound->frames == 0 || in.left % sound->block_align != 0) return BAD;
  sound->samples = malloc(in.left);
  if (!sound->samples) return BAD;
  memcpy(sound->samples, in.at, in.left);
  return 0;
}

static int parse_chunk(struct sound *sound, const unsigned char *name, struct reader in) {
  if (is(name, "fmt ")) return sound->block_align ? BAD : parse_format(sound, in);
  if (is(name, "fact")) {
    if (in.left < 4) return BAD;
    sound->declared_frames = u32(in.at);
    return 0;
  }
  if (is(name, "LIST")) return parse_list(sound, in);
  if (is(name, "loop")) return parse_loop(sound, in);
  if (is(name, "data")) return parse_data(sound, in);
  return 0;  // unknown chunks are skipped
}

// Turns the frames of a loop round, so that it can be played forward.
static void reverse(struct sound *sound) {
  size_t width = sound->block_align;
  for (size_t i = sound->loop_first, j = sound->loop_last; i < j; i++, j--) {
    unsigned char *p = sound->samples + i * width, *q = sound->samples + j * width;
    for (size_t k = 0; k < width; k++) {
      unsigned char byte = p[k];
      p[k] = q[k];
      q[k] = byte;
    }
  }
}

// The number of frames that are played, or BAD.
static long play(struct sound *sound) {
  if (sound->declared_frames && sound->declared_frames != sound->frames) return BAD;
  if (sound->loop_mode == 0) return (long)sound->frames;
  if (sound->loop_last > sound->frames) return BAD;  // the error: the last frame is frames - 1
  if (sound->loop_repeats == 0) return (long)sound->frames;
  if (sound->loop_mode == MODE_BACKWARD) reverse(sound);
  uint32_t length = sound->loop_last - sound->loop_first + 1;
  return (long)sound->frames + (long)length * (long)sound->loop_repeats;
}

int parse(const unsigned char *data, size_t size) {
  if (size < 12 || size > MAX_SIZE) return BAD;
  if (!is(data, "RIFF") || u32(data + 4) != size - 8 || !is(data + 8, "WAVE")) return BAD;
  struct sound sound = {0};
  struct reader in = {data + 12, size - 12};
  const unsigned char *name;
  struct reader content;
  int status = 0;
  while (status == 0 && next_chunk(&in, &name, &content)) status = parse_chunk(&sound, name, content);
  if (in.left != 0 || !sound.samples) status = BAD;
  if (status == 0 && play(&sound) < 0) status = BAD;
  free(sound.samples);
  return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  parse(data, size);
  return 0;
}

#ifdef WITH_MAIN
#include <stdio.h>

int main(int argc, char **argv) {
  static unsigned char buffer[MAX_SIZE];
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
  if (!file) return 2;
  size_t size = fread(buffer, 1, sizeof buffer, file);
  if (file != stdin) fclose(file);
  return parse(buffer, size) == 0 ? 0 : 1;
}
#endif
