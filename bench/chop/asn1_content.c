// Takes standard input for content as CMS has it: an object identifier that says what it is, then the content. Each identifier is noted in a log, a
// tree, before it is looked at. The bytes lie in an object of their size, so that an access behind them is one.
//   default   1.2.840.113549.1.7.1 (data), then an OCTET STRING
//   DEEP      the same, 2.16.840.1.101.3.4.2.1 (SHA-256), then a Sealed of content.asn
#include <libtasn1.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "content_asn1_tab.c"  // asn1Parser made it of content.asn

static const unsigned char data[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01};
#ifdef DEEP
static const unsigned char sha256[] = {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01};
#endif

// One more entry of the log: the identifier as text, and how much came with it. The log is encoded, which sorts it.
static void note(asn1_node log, const unsigned char *type, int left) {
  char text[128], coded[1024];
  unsigned char number[2] = {0, (unsigned char)left};
  int used, size = sizeof coded;
  if (asn1_get_object_id_der(type, left, &used, text, sizeof text) != ASN1_SUCCESS) return;
  asn1_write_value(log, "", "NEW", 1);
  asn1_write_value(log, "?LAST.type", text, 1);
  asn1_write_value(log, "?LAST.size", number, sizeof number);
  asn1_der_coding(log, "", coded, &size, NULL);
}

// Takes an object identifier: how many bytes it has if it is the wanted one, else 0.
static int take(asn1_node log, const unsigned char *der, int left, const unsigned char *wanted, int wanted_size) {
  unsigned char class;
  unsigned long tag;
  int tag_size, length_size;
  if (asn1_get_tag_der(der, left, &class, &tag_size, &tag) != ASN1_SUCCESS || class != ASN1_CLASS_UNIVERSAL || tag != ASN1_TAG_OBJECT_ID) return 0;
  long length = asn1_get_length_der(der + tag_size, left - tag_size, &length_size);
  int head = tag_size + length_size;
  if (length <= 0) return 0;
  note(log, der + tag_size, left - tag_size);
  if (length != wanted_size || memcmp(der + head, wanted, (size_t)wanted_size) != 0) return 0;
  return head + wanted_size;
}

int main(void) {
  static unsigned char in[256];
  int size = (int)read(0, in, sizeof in), status = ASN1_DER_ERROR;
  asn1_node definitions = NULL, log = NULL, sealed = NULL;
  if (size <= 0 || asn1_array2tree(content_asn1_tab, &definitions, NULL) != ASN1_SUCCESS) return 2;
  if (asn1_create_element(definitions, "CONTENT.Log", &log) != ASN1_SUCCESS) return 2;
  if (asn1_create_element(definitions, "CONTENT.Sealed", &sealed) != ASN1_SUCCESS) return 2;
  unsigned char *der = malloc((size_t)size), *octets = NULL;
  if (!der) return 2;
  memcpy(der, in, (size_t)size);
  int at = take(log, der, size, data, sizeof data);
#ifdef DEEP
  int used = at ? take(log, der + at, size - at, sha256, sizeof sha256) : 0;
  if (used) status = asn1_der_decoding(&sealed, der + at + used, size - at - used, NULL);
#else
  unsigned length;
  if (at) status = asn1_decode_simple_ber(ASN1_ETYPE_OCTET_STRING, der + at, (unsigned)(size - at), &octets, &length, NULL);
#endif
  free(octets);
  asn1_delete_structure(&sealed);
  asn1_delete_structure(&log);
  asn1_delete_structure(&definitions);
  free(der);
  return status == ASN1_SUCCESS ? 0 : 1;
}
