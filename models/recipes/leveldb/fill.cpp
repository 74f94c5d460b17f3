// Fills a database, reads, iterates, overwrites, deletes, takes snapshots and
// compacts; prints a checksum of what each step saw.

#include "leveldb/cache.h"
#include "leveldb/db.h"
#include "leveldb/filter_policy.h"
#include "leveldb/write_batch.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace {

std::string key(unsigned I) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "key%08u", I * 2654435761u % 100000u);
  return Text;
}

std::string value(unsigned I, unsigned Round) {
  return std::string(20 + I % 180, static_cast<char>('a' + (I + Round) % 26));
}

uint64_t add(uint64_t Sum, const leveldb::Slice &Text) {
  for (size_t I = 0; I < Text.size(); ++I)
    Sum = (Sum ^ static_cast<unsigned char>(Text[I])) * 1099511628211u;
  return Sum;
}

uint64_t scan(leveldb::DB &DB, const leveldb::ReadOptions &Options,
              bool Backwards) {
  std::unique_ptr<leveldb::Iterator> Each(DB.NewIterator(Options));
  uint64_t Sum = 14695981039346656037u;
  if (Backwards)
    for (Each->SeekToLast(); Each->Valid(); Each->Prev())
      Sum = add(add(Sum, Each->key()), Each->value());
  else
    for (Each->SeekToFirst(); Each->Valid(); Each->Next())
      Sum = add(add(Sum, Each->key()), Each->value());
  return Sum;
}

int complain(const leveldb::Status &Status) {
  std::printf("%s\n", Status.ToString().c_str());
  return 1;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return 2;
  leveldb::Options Options;
  Options.create_if_missing = true;
  Options.write_buffer_size = 256 << 10;
  Options.max_file_size = 1 << 20;
  Options.compression = leveldb::kNoCompression;
  std::unique_ptr<const leveldb::FilterPolicy> Filter(
      leveldb::NewBloomFilterPolicy(10));
  std::unique_ptr<leveldb::Cache> Cache(leveldb::NewLRUCache(1 << 20));
  Options.filter_policy = Filter.get();
  Options.block_cache = Cache.get();

  leveldb::DB *Opened = nullptr;
  leveldb::Status Status = leveldb::DB::Open(Options, Argv[1], &Opened);
  if (!Status.ok())
    return complain(Status);
  std::unique_ptr<leveldb::DB> DB(Opened);

  for (unsigned I = 0; I < 20000; I += 100) {
    leveldb::WriteBatch Batch;
    for (unsigned J = I; J < I + 100; ++J)
      Batch.Put(key(J), value(J, 0));
    Status = DB->Write(leveldb::WriteOptions(), &Batch);
    if (!Status.ok())
      return complain(Status);
  }
  leveldb::ReadOptions Past;
  Past.snapshot = DB->GetSnapshot();
  Past.verify_checksums = true;
  for (unsigned I = 0; I < 20000; I += 3)
    Status = DB->Put(leveldb::WriteOptions(), key(I), value(I, 1));
  for (unsigned I = 0; I < 20000; I += 7)
    Status = DB->Delete(leveldb::WriteOptions(), key(I));
  std::printf("now  %016llx\n",
              static_cast<unsigned long long>(scan(*DB, {}, false)));
  std::printf("past %016llx\n",
              static_cast<unsigned long long>(scan(*DB, Past, true)));
  DB->ReleaseSnapshot(Past.snapshot);
  DB->CompactRange(nullptr, nullptr);

  unsigned Found = 0;
  uint64_t Sum = 0;
  std::string Value;
  for (unsigned I = 0; I < 25000; I += 5) {
    Status = DB->Get(leveldb::ReadOptions(), key(I), &Value);
    if (Status.ok()) {
      ++Found;
      Sum = add(Sum, Value);
    } else if (!Status.IsNotFound()) {
      return complain(Status);
    }
  }
  std::printf("found %u, %016llx\n", Found,
              static_cast<unsigned long long>(Sum));

  DB.reset();
  Status = leveldb::RepairDB(Argv[1], Options);
  if (Status.ok())
    Status = leveldb::DB::Open(Options, Argv[1], &Opened);
  if (!Status.ok())
    return complain(Status);
  DB.reset(Opened);
  std::printf("again %016llx\n",
              static_cast<unsigned long long>(scan(*DB, {}, true)));
  DB.reset();
  return leveldb::DestroyDB(Argv[1], Options).ok() ? 0 : 1;
}
