// Counts what qemu executes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plugin of qemu's user mode: prints the instructions of a program of one
// thread when it ends. The same number each time, in an eighth of the time that
// valgrind needs for clang, most of which is translating it.
//
//   clang-22 -O2 -shared -fPIC bench/InstructionCount.c -o count.so
//   qemu-x86_64 -cpu max -plugin ./count.so /usr/bin/clang-22 -cc1 ...

#include <inttypes.h>
#include <stdio.h>

// Debian's qemu-user has no header of its interface: version 1 of it.
struct qemu_plugin_tb;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *Block);
void qemu_plugin_register_vcpu_tb_trans_cb(
    uint64_t Plugin, void (*Translated)(uint64_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *Block,
                                              int Operation, void *To,
                                              uint64_t By);
void qemu_plugin_register_atexit_cb(uint64_t Plugin,
                                    void (*Ended)(uint64_t, void *),
                                    void *Data);
int qemu_plugin_version = 1;

enum { AddOperation = 0 };
static uint64_t Instructions;

static void countBlock(uint64_t Plugin, struct qemu_plugin_tb *Block) {
  (void)Plugin;
  qemu_plugin_register_vcpu_tb_exec_inline(Block, AddOperation, &Instructions,
                                           qemu_plugin_tb_n_insns(Block));
}

static void print(uint64_t Plugin, void *Data) {
  (void)Plugin;
  (void)Data;
  fprintf(stderr, "instructions: %" PRIu64 "\n", Instructions);
}

int qemu_plugin_install(uint64_t Plugin, const void *Machine, int Count,
                        char **Values) {
  (void)Machine;
  (void)Count;
  (void)Values;
  qemu_plugin_register_vcpu_tb_trans_cb(Plugin, countBlock);
  qemu_plugin_register_atexit_cb(Plugin, print, NULL);
  return 0;
}
