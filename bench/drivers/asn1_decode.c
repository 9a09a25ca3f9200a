// Decodes standard input as DER by the definition in record.asn, and prints the fields.
#include <libtasn1.h>
#include <stdio.h>
#include <unistd.h>

#include "record_asn1_tab.c"  // asn1Parser made it of record.asn

static void show(asn1_node node, const char *name) {
  unsigned char value[128];
  int size = sizeof value;
  int status = asn1_read_value(node, name, value, &size);
  printf("%s %d", name, status);
  if (status == ASN1_SUCCESS) {
    printf(" %d:", size);
    for (int i = 0; i < size && i < 16; ++i) printf(" %02x", value[i]);
  }
  printf("\n");
}

int main(void) {
  unsigned char in[256];
  ssize_t size = read(0, in, sizeof in);
  asn1_node definitions = NULL, record = NULL;
  char why[ASN1_MAX_ERROR_DESCRIPTION_SIZE] = "";
  if (size < 0 || asn1_array2tree(record_asn1_tab, &definitions, why) != ASN1_SUCCESS) return 2;
  if (asn1_create_element(definitions, "RECORD.Record", &record) != ASN1_SUCCESS) return 2;
  int status = asn1_der_decoding(&record, in, (int)size, why);
  printf("%d %s\n", status, why);
  if (status == ASN1_SUCCESS) {
    show(record, "flag");
    show(record, "kind");
    show(record, "choice");
    show(record, "list");
  }
  asn1_delete_structure(&record);
  asn1_delete_structure(&definitions);
  return status == ASN1_SUCCESS ? 0 : 1;
}
