/* Deterministic uses of most of the library's operations. */

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static unsigned char Seed[64], Out[4096], Back[4096];
static const unsigned char Text[] =
    "a message that is long enough to need more "
    "than one block of every cipher in use";

static void show(const char *Name, const unsigned char *Bytes, size_t Length) {
  char Hex[257];
  if (Length > 128)
    Length = 128;
  sodium_bin2hex(Hex, sizeof(Hex), Bytes, Length);
  printf("%-12s %s\n", Name, Hex);
}

static void hashes(void) {
  crypto_generichash(Out, 32, Text, sizeof(Text), Seed, 32);
  show("blake2b", Out, 32);
  crypto_hash_sha256(Out, Text, sizeof(Text));
  show("sha256", Out, 32);
  crypto_hash_sha512(Out, Text, sizeof(Text));
  show("sha512", Out, 64);
  crypto_shorthash(Out, Text, sizeof(Text), Seed);
  show("siphash", Out, 8);
  crypto_auth(Out, Text, sizeof(Text), Seed);
  show("auth", Out, crypto_auth_BYTES);
  printf("verify %d\n", crypto_auth_verify(Out, Text, sizeof(Text), Seed));
  crypto_onetimeauth(Out, Text, sizeof(Text), Seed);
  show("poly1305", Out, 16);
  crypto_kdf_derive_from_key(Out, 32, 7, "context0", Seed);
  show("kdf", Out, 32);
}

static void secrets(void) {
  unsigned long long Length;
  crypto_secretbox_easy(Out, Text, sizeof(Text), Seed, Seed + 32);
  show("secretbox", Out, sizeof(Text) + crypto_secretbox_MACBYTES);
  printf("open %d\n", crypto_secretbox_open_easy(
                          Back, Out, sizeof(Text) + crypto_secretbox_MACBYTES,
                          Seed, Seed + 32));
  Out[3] ^= 1;
  printf("forged %d\n", crypto_secretbox_open_easy(
                            Back, Out, sizeof(Text) + crypto_secretbox_MACBYTES,
                            Seed, Seed + 32));
  crypto_aead_chacha20poly1305_ietf_encrypt(Out, &Length, Text, sizeof(Text),
                                            Seed, 16, NULL, Seed, Seed + 32);
  show("aead", Out, (size_t)Length);
  crypto_aead_xchacha20poly1305_ietf_encrypt(Out, &Length, Text, sizeof(Text),
                                             Seed, 16, NULL, Seed, Seed + 32);
  show("xaead", Out, (size_t)Length);
  crypto_stream_salsa20(Out, 100, Seed, Seed + 32);
  show("salsa20", Out, 100);
  crypto_stream_xchacha20(Out, 100, Seed, Seed + 32);
  show("xchacha20", Out, 100);
}

static void keys(void) {
  unsigned char Public[32], Secret[64], Public2[32], Secret2[64], Shared[32];
  crypto_sign_seed_keypair(Public, Secret, Seed);
  show("ed25519", Public, 32);
  crypto_sign_detached(Out, NULL, Text, sizeof(Text), Secret);
  show("signature", Out, 64);
  printf("verify %d\n",
         crypto_sign_verify_detached(Out, Text, sizeof(Text), Public));
  Out[0] ^= 1;
  printf("forged %d\n",
         crypto_sign_verify_detached(Out, Text, sizeof(Text), Public));
  crypto_box_seed_keypair(Public, Secret, Seed);
  crypto_box_seed_keypair(Public2, Secret2, Seed + 16);
  printf("shared %d\n", crypto_scalarmult(Shared, Secret, Public2));
  show("x25519", Shared, 32);
  crypto_box_easy(Out, Text, sizeof(Text), Seed, Public2, Secret);
  printf("box %d\n",
         crypto_box_open_easy(Back, Out, sizeof(Text) + crypto_box_MACBYTES,
                              Seed, Public, Secret2));
  crypto_kx_seed_keypair(Public, Secret, Seed);
  crypto_kx_client_session_keys(Out, Back, Public, Secret, Public2);
  show("kx", Out, 32);
}

static void passwords(void) {
  printf("argon2 %d\n", crypto_pwhash(Out, 32, "password", 8, Seed, 2, 1 << 20,
                                      crypto_pwhash_ALG_DEFAULT));
  show("argon2id", Out, 32);
  printf("scrypt %d\n", crypto_pwhash_scryptsalsa208sha256_ll(
                            (const unsigned char *)"password", 8, Seed, 32, 64,
                            2, 1, Out, 32));
  show("scrypt", Out, 32);
}

static void helpers(void) {
  char Base64[200];
  size_t Length = 0, Padded = 0;
  sodium_bin2base64(Base64, sizeof(Base64), Text, sizeof(Text),
                    sodium_base64_VARIANT_URLSAFE);
  puts(Base64);
  printf("base64 %d",
         sodium_base642bin(Back, sizeof(Back), Base64, strlen(Base64), "",
                           &Length, NULL, sodium_base64_VARIANT_URLSAFE));
  printf(" %zu\n", Length);
  sodium_pad(&Padded, Back, Length, 64, sizeof(Back));
  printf("padded %zu compare %d\n", Padded, sodium_compare(Seed, Seed + 8, 8));
  sodium_increment(Seed, 8);
  randombytes_buf_deterministic(Out, 100, Seed);
  show("random", Out, 100);
}

int main(void) {
  int I;
  if (sodium_init() < 0)
    return 1;
  for (I = 0; I < 64; ++I)
    Seed[I] = (unsigned char)(I * 7 + 1);
  hashes();
  secrets();
  keys();
  passwords();
  helpers();
  return 0;
}
