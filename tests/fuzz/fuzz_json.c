// A libFuzzer harness in the usual form: too short an input is refused, the rest is parsed as JSON into a tree on the heap, which is measured
// and freed. One planted error: a heap overflow by one.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 16 };
enum type { NOTHING, FALSE_VALUE, TRUE_VALUE, NUMBER, STRING, ARRAY, OBJECT };

struct value {
  enum type type;
  double number;
  char *text;           // STRING
  char *key;            // of a member of an object
  struct value *first;  // ARRAY, OBJECT
  struct value *next;   // in the array or object around it
};

struct parser {
  const char *at, *end;
  int depth;
};

static struct value *parse_value(struct parser *p);

static void free_value(struct value *value) {
  while (value) {
    struct value *next = value->next;
    free_value(value->first);
    free(value->text);
    free(value->key);
    free(value);
    value = next;
  }
}

static void skip_space(struct parser *p) {
  while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r')) p->at++;
}

static bool take(struct parser *p, char wanted) {
  skip_space(p);
  if (p->at == p->end || *p->at != wanted) return false;
  p->at++;
  return true;
}

static bool take_word(struct parser *p, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(p->end - p->at) < length || memcmp(p->at, word, length) != 0) return false;
  p->at += length;
  return true;
}

static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// One character of a string, after the quotation mark; -1 if it is malformed.
static int take_character(struct parser *p) {
  if (p->at == p->end) return -1;
  char c = *p->at++;
  if (c != '\\') return (unsigned char)c < ' ' ? -1 : (unsigned char)c;
  if (p->at == p->end) return -1;
  switch (c = *p->at++) {
    case '"':
    case '\\':
    case '/': return c;
    case 'n': return '\n';
    case 't': return '\t';
    case 'u': break;
    default: return -1;
  }
  int code = 0;
  for (int i = 0; i < 4; i++) {
    int digit = p->at < p->end ? hex(*p->at++) : -1;
    if (digit < 0) return -1;
    code = code * 16 + digit;
  }
  return code > 0 ? code : -1;
}

// Bytes of the character in UTF-8. The planted error is the bound of the first line.
static size_t width(int code) {
  if (code <= 0x80) return 1;
  return code < 0x800 ? 2 : 3;
}

static char *put_character(char *to, int code, bool escaped) {
  if (code < 0x80 || !escaped) {
    *to++ = (char)code;
  } else if (code < 0x800) {
    *to++ = (char)(0xc0 | code >> 6);
    *to++ = (char)(0x80 | (code & 0x3f));
  } else {
    *to++ = (char)(0xe0 | code >> 12);
    *to++ = (char)(0x80 | (code >> 6 & 0x3f));
    *to++ = (char)(0x80 | (code & 0x3f));
  }
  return to;
}

// Two passes, the first to measure; both take the same way through the text. Bytes that are not escaped are copied as they are.
static char *parse_string(struct parser *p) {
  if (!take(p, '"')) return NULL;
  size_t length = 0;
  struct parser ahead = *p;
  while (ahead.at < ahead.end && *ahead.at != '"') {
    bool escaped = *ahead.at == '\\';
    int code = take_character(&ahead);
    if (code < 0) return NULL;
    length += escaped ? width(code) : 1;
  }
  if (ahead.at == ahead.end) return NULL;
  char *text = malloc(length + 1), *to = text;
  if (!text) return NULL;
  while (*p->at != '"') {
    bool escaped = *p->at == '\\';
    to = put_character(to, take_character(p), escaped);
  }
  p->at++;
  *to = 0;
  return text;
}

static bool parse_number(struct parser *p, double *number) {
  double sign = 1, scale = 1, result = 0;
  if (p->at < p->end && *p->at == '-') {
    sign = -1;
    p->at++;
  }
  const char *start = p->at;
  for (; p->at < p->end && *p->at >= '0' && *p->at <= '9'; p->at++) result = result * 10 + (*p->at - '0');
  if (p->at == start) return false;
  if (p->at < p->end && *p->at == '.') {
    p->at++;
    for (; p->at < p->end && *p->at >= '0' && *p->at <= '9'; p->at++) result += (*p->at - '0') * (scale /= 10);
  }
  *number = sign * result;
  return true;
}

// Elements up to the closing bracket; members of objects have keys.
static bool parse_elements(struct parser *p, struct value *parent, char close) {
  struct value **link = &parent->first;
  if (take(p, close)) return true;
  do {
    char *key = NULL;
    if (parent->type == OBJECT && (!(key = parse_string(p)) || !take(p, ':'))) {
      free(key);
      return false;
    }
    struct value *element = parse_value(p);
    if (!element) {
      free(key);
      return false;
    }
    element->key = key;
    *link = element;
    link = &element->next;
  } while (take(p, ','));
  return take(p, close);
}

static bool parse_into(struct parser *p, struct value *value) {
  if (take(p, '[')) {
    value->type = ARRAY;
    return parse_elements(p, value, ']');
  }
  if (take(p, '{')) {
    value->type = OBJECT;
    return parse_elements(p, value, '}');
  }
  if (p->at < p->end && *p->at == '"') {
    value->type = STRING;
    return (value->text = parse_string(p)) != NULL;
  }
  value->type = TRUE_VALUE;
  if (take_word(p, "true")) return true;
  value->type = FALSE_VALUE;
  if (take_word(p, "false")) return true;
  value->type = NOTHING;
  if (take_word(p, "null")) return true;
  value->type = NUMBER;
  return parse_number(p, &value->number);
}

static struct value *parse_value(struct parser *p) {
  if (p->depth == MAX_DEPTH) return NULL;
  struct value *value = calloc(1, sizeof *value);
  if (!value) return NULL;
  p->depth++;
  bool good = parse_into(p, value);
  p->depth--;
  if (good) return value;
  free_value(value);
  return NULL;
}

static size_t text_size(const struct value *value) {
  size_t size = 0;
  for (; value; value = value->next) {
    if (value->key) size += strlen(value->key);
    if (value->text) size += strlen(value->text);
    size += text_size(value->first);
  }
  return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  struct parser parser = {(const char *)data, (const char *)data + size, 0};
  struct value *value = parse_value(&parser);
  if (value && text_size(value) > size) abort();  // an escape is never shorter than what it stands for
  free_value(value);
  return 0;
}
