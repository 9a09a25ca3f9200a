// Parses standard input as YAML and prints its events.
#include <stdio.h>
#include <unistd.h>
#include <yaml.h>

int main(void) {
  unsigned char in[256];
  ssize_t size = read(0, in, sizeof in);
  yaml_parser_t parser;
  if (size < 0 || !yaml_parser_initialize(&parser)) return 2;
  yaml_parser_set_input_string(&parser, in, (size_t)size);
  for (int last = 0; !last;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      printf("error %d: %s\n", parser.error, parser.problem ? parser.problem : "");
      yaml_parser_delete(&parser);
      return 1;
    }
    printf("%d", event.type);
    if (event.type == YAML_SCALAR_EVENT) {
      printf(" ");
      fwrite(event.data.scalar.value, 1, event.data.scalar.length, stdout);
    }
    printf("\n");
    last = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return 0;
}
