/* Packs and unpacks messages whose descriptors are written by hand here. */

#include <protobuf-c/protobuf-c.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Item Item;
struct Item {
  ProtobufCMessage Base;
  int32_t Id;
  char *Name;
  size_t CountOfNumbers;
  int64_t *Numbers;
  size_t CountOfChildren;
  Item **Children;
  protobuf_c_boolean HasRatio;
  double Ratio;
  ProtobufCBinaryData Data;
};

extern const ProtobufCMessageDescriptor ItemDescriptor;

static void initItem(Item *I) {
  memset(I, 0, sizeof(*I));
  I->Base.descriptor = &ItemDescriptor;
}

#define FIELD(NAME, ID, LABEL, TYPE, QUANTIFIER, MEMBER, DESCRIPTOR, FLAGS)    \
  {                                                                            \
    NAME, ID, PROTOBUF_C_LABEL_##LABEL, PROTOBUF_C_TYPE_##TYPE, QUANTIFIER,    \
        offsetof(Item, MEMBER), DESCRIPTOR, NULL, FLAGS, 0, NULL, NULL         \
  }

static const ProtobufCFieldDescriptor Fields[] = {
    FIELD("id", 1, REQUIRED, INT32, 0, Id, NULL, 0),
    FIELD("name", 2, OPTIONAL, STRING, 0, Name, NULL, 0),
    FIELD("numbers", 3, REPEATED, SINT64, offsetof(Item, CountOfNumbers),
          Numbers, NULL, PROTOBUF_C_FIELD_FLAG_PACKED),
    FIELD("children", 4, REPEATED, MESSAGE, offsetof(Item, CountOfChildren),
          Children, &ItemDescriptor, 0),
    FIELD("ratio", 7, OPTIONAL, DOUBLE, offsetof(Item, HasRatio), Ratio, NULL,
          0),
    FIELD("data", 9, REQUIRED, BYTES, 0, Data, NULL, 0),
};
static const unsigned ByName[] = {3, 5, 0, 1, 2, 4};
static const ProtobufCIntRange Ranges[] = {{1, 0}, {7, 4}, {9, 5}, {0, 6}};

const ProtobufCMessageDescriptor ItemDescriptor = {
    PROTOBUF_C__MESSAGE_DESCRIPTOR_MAGIC,
    "example.Item",
    "Item",
    "Item",
    "example",
    sizeof(Item),
    6,
    Fields,
    ByName,
    3,
    Ranges,
    (ProtobufCMessageInit)initItem,
    NULL,
    NULL,
    NULL};

static uint8_t Bytes[1 << 16];

static void printItem(const Item *I, int Depth) {
  size_t J;
  printf("%*s%d %s %g %zu bytes:", 2 * Depth, "", I->Id,
         I->Name ? I->Name : "-", I->HasRatio ? I->Ratio : -1.0, I->Data.len);
  for (J = 0; J < I->CountOfNumbers; ++J)
    printf(" %lld", (long long)I->Numbers[J]);
  printf("\n");
  for (J = 0; J < I->CountOfChildren; ++J)
    printItem(I->Children[J], Depth + 1);
}

int main(void) {
  static char *Names[] = {NULL, "one", "two", "a longer name"};
  static int64_t Numbers[] = {0, -1, 1, INT64_MAX, INT64_MIN, 1234567};
  Item Items[8], *Children[8];
  size_t I, Length, Refused = 0;
  const ProtobufCFieldDescriptor *Found;
  for (I = 0; I < 8; ++I) {
    initItem(&Items[I]);
    Items[I].Id = (int32_t)(I * 1000003) * (I % 2 ? -1 : 1);
    Items[I].Name = Names[I % 4];
    Items[I].Numbers = Numbers;
    Items[I].CountOfNumbers = I % 7;
    Items[I].HasRatio = I % 3 == 0;
    Items[I].Ratio = (double)I / 4;
    Items[I].Data.data = Bytes;
    Items[I].Data.len = 10 * I;
    Children[I] = &Items[I];
  }
  Items[3].Children = Children;
  Items[3].CountOfChildren = 3;
  Items[7].Children = Children + 3;
  Items[7].CountOfChildren = 4;

  Length = protobuf_c_message_pack(&Items[7].Base, Bytes);
  printf("%zu of %zu bytes, valid %d\n", Length,
         protobuf_c_message_get_packed_size(&Items[7].Base),
         protobuf_c_message_check(&Items[7].Base));
  for (I = 0; I <= Length; ++I) {
    ProtobufCMessage *Back =
        protobuf_c_message_unpack(&ItemDescriptor, NULL, I, Bytes);
    if (!Back)
      ++Refused;
    else if (I == Length)
      printItem((Item *)Back, 0);
    if (Back)
      protobuf_c_message_free_unpacked(Back, NULL);
  }
  printf("%zu truncated messages refused\n", Refused);
  {
    uint8_t Small[16];
    ProtobufCBufferSimple Buffer = PROTOBUF_C_BUFFER_SIMPLE_INIT(Small);
    printf("%zu bytes to a buffer\n",
           protobuf_c_message_pack_to_buffer(&Items[3].Base, &Buffer.base));
    PROTOBUF_C_BUFFER_SIMPLE_CLEAR(&Buffer);
  }
  Found =
      protobuf_c_message_descriptor_get_field_by_name(&ItemDescriptor, "ratio");
  printf("%s %s\n", Found ? Found->name : "none",
         protobuf_c_message_descriptor_get_field(&ItemDescriptor, 8) ? "some"
                                                                     : "none");
  return 0;
}
