/* Fills a database, walks it in both directions, changes and deletes. */

#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int Code, const char *What) {
  if (Code == 0)
    return;
  printf("%s: %s\n", What, mdb_strerror(Code));
  exit(1);
}

static unsigned long hash(unsigned long Sum, const MDB_val *V) {
  const unsigned char *Bytes = V->mv_data;
  size_t I;
  for (I = 0; I < V->mv_size; ++I)
    Sum = (Sum ^ Bytes[I]) * 1099511628211ul;
  return Sum;
}

static void walk(MDB_env *Env, MDB_dbi DB, MDB_cursor_op First,
                 MDB_cursor_op Next) {
  MDB_txn *Txn;
  MDB_cursor *Cursor;
  MDB_val Key, Data;
  MDB_stat Stat;
  unsigned long Sum = 1469598103934665603ul, Count = 0;
  MDB_cursor_op Op = First;
  check(mdb_txn_begin(Env, NULL, MDB_RDONLY, &Txn), "begin");
  check(mdb_cursor_open(Txn, DB, &Cursor), "cursor");
  for (; mdb_cursor_get(Cursor, &Key, &Data, Op) == 0; Op = Next, ++Count)
    Sum = hash(hash(Sum, &Key), &Data);
  check(mdb_stat(Txn, DB, &Stat), "stat");
  printf("%lu entries, %016lx, depth %u, leaves %zu, overflow %zu\n", Count,
         Sum, Stat.ms_depth, Stat.ms_leaf_pages, Stat.ms_overflow_pages);
  mdb_cursor_close(Cursor);
  mdb_txn_abort(Txn);
}

static void fill(MDB_env *Env, MDB_dbi DB, unsigned Step, unsigned Flags) {
  static char Text[9000];
  MDB_txn *Txn;
  unsigned I;
  check(mdb_txn_begin(Env, NULL, 0, &Txn), "begin");
  for (I = 0; I < 3000; I += Step) {
    char Name[32];
    MDB_val Key, Data;
    memset(Text, (int)('a' + I % 26), sizeof(Text));
    Key.mv_size = (size_t)sprintf(Name, "%08x", I * 2654435761u);
    Key.mv_data = Name;
    Data.mv_size = Flags ? I % 400 : I % 300 == 0 ? 9000 : I % 100;
    Data.mv_data = Text;
    int Code = mdb_put(Txn, DB, &Key, &Data, Flags);
    if (Code != MDB_KEYEXIST)
      check(Code, "put");
  }
  check(mdb_txn_commit(Txn), "commit");
}

static void erase(MDB_env *Env, MDB_dbi DB) {
  MDB_txn *Txn;
  MDB_cursor *Cursor;
  MDB_val Key, Data;
  int I = 0;
  check(mdb_txn_begin(Env, NULL, 0, &Txn), "begin");
  check(mdb_cursor_open(Txn, DB, &Cursor), "cursor");
  while (mdb_cursor_get(Cursor, &Key, &Data, MDB_NEXT) == 0)
    if (I++ % 3 == 0)
      check(mdb_cursor_del(Cursor, 0), "delete");
  mdb_cursor_close(Cursor);
  check(mdb_txn_commit(Txn), "commit");
}

int main(int Argc, char **Argv) {
  MDB_env *Env;
  MDB_txn *Txn;
  MDB_dbi Plain, Sorted;
  MDB_val Key, Data;
  if (Argc != 2)
    return 2;
  check(mdb_env_create(&Env), "create");
  check(mdb_env_set_mapsize(Env, 64 << 20), "map");
  check(mdb_env_set_maxdbs(Env, 4), "databases");
  check(mdb_env_open(Env, Argv[1], MDB_NOSUBDIR | MDB_NOSYNC, 0644), "open");
  check(mdb_txn_begin(Env, NULL, 0, &Txn), "begin");
  check(mdb_dbi_open(Txn, "plain", MDB_CREATE, &Plain), "plain");
  check(mdb_dbi_open(Txn, "sorted", MDB_CREATE | MDB_DUPSORT, &Sorted),
        "sorted");
  check(mdb_txn_commit(Txn), "commit");
  fill(Env, Plain, 1, 0);
  fill(Env, Plain, 7, 0);
  fill(Env, Sorted, 1, MDB_NODUPDATA);
  fill(Env, Sorted, 2, 0);
  walk(Env, Plain, MDB_FIRST, MDB_NEXT);
  walk(Env, Sorted, MDB_LAST, MDB_PREV);
  erase(Env, Plain);
  erase(Env, Sorted);
  walk(Env, Plain, MDB_LAST, MDB_PREV);
  walk(Env, Sorted, MDB_FIRST, MDB_NEXT_NODUP);
  check(mdb_txn_begin(Env, NULL, MDB_RDONLY, &Txn), "begin");
  Key.mv_data = "nothing";
  Key.mv_size = 7;
  printf("%s\n", mdb_strerror(mdb_get(Txn, Plain, &Key, &Data)));
  mdb_txn_abort(Txn);
  check(mdb_txn_begin(Env, NULL, 0, &Txn), "begin");
  check(mdb_drop(Txn, Sorted, 1), "drop");
  check(mdb_txn_commit(Txn), "commit");
  mdb_env_close(Env);
  return 0;
}
