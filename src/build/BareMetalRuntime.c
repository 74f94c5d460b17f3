// Starts a program on a processor alone, with the files of the machine that
// emulates it (semihosting). Picolibc's own start takes arguments of 1,024
// bytes at most, and has no standard input that ends. Streams are opened by
// number: a program that ran as root may have replaced /dev/stdout. A file
// descriptor is the host's handle less 1, because handles begin with 1. A
// percent sign and two digits in the command line are a byte.
#include <errno.h>
#include <fcntl.h>
#include <semihost.h>
#include <stdint.h>
#include <stdio-bufio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int, char **);
void _set_tls(void *);
void __libc_init_array(void);
_Noreturn void _start(void);
extern char __stack[], __tdata_start[], __tdata_size[];

__attribute__((section("vectors"), used,
               retain)) static const void *const Vectors[] = {__stack, _start};

int open(const char *Path, int Flags, ...) {
  int Mode = SH_OPEN_R_B;
  if (Flags & O_APPEND)
    Mode = SH_OPEN_A_B;
  else if ((Flags & O_TRUNC) || (Flags & O_ACCMODE) == O_WRONLY)
    Mode = SH_OPEN_W_B;
  if ((Flags & O_ACCMODE) == O_RDWR)
    Mode += SH_OPEN_R_PLUS;
  const int Handle = sys_semihost_open(Path, Mode);
  if (Handle < 0)
    errno = sys_semihost_errno();
  return Handle < 0 ? -1 : Handle - 1;
}

static ssize_t moved(size_t Count, uintptr_t Left) {
  if (Left <= Count)
    return Count - Left;
  errno = EIO;
  return -1;
}

ssize_t read(int File, void *To, size_t Count) {
  return moved(Count, sys_semihost_read(File + 1, To, Count));
}

ssize_t write(int File, const void *From, size_t Count) {
  return moved(Count, sys_semihost_write(File + 1, From, Count));
}

int close(int File) { return sys_semihost_close(File + 1); }
int isatty(int File) { return 0; }
int rename(const char *From, const char *To) {
  return sys_semihost_rename(From, To);
}

off_t lseek(int File, off_t Offset, int Whence) {
  const intptr_t Length = sys_semihost_flen(File + 1);
  if (Length < 0 || Whence == SEEK_CUR) {
    errno = ESPIPE;
    return -1;
  }
  if (Whence == SEEK_END)
    Offset += Length;
  if (sys_semihost_seek(File + 1, Offset) == 0)
    return Offset;
  errno = ESPIPE;
  return -1;
}

#define STREAM(Name, File, Flags)                                              \
  static char Name##Bytes[4096];                                               \
  static struct __file_bufio Name##Stream =                                    \
      FDEV_SETUP_BUFIO(File, Name##Bytes, sizeof(Name##Bytes), read, write,    \
                       lseek, close, Flags, 0);                                \
  FILE *const Name = &Name##Stream.xfile.cfile.file;
STREAM(stdin, 0, __SRD)
STREAM(stdout, 1, __SWR)
STREAM(stderr, 2, __SWR)

static void flush(void) {
  fflush(stdout);
  fflush(stderr);
}

static void openStreams(void) {
  open("/proc/self/fd/0", O_RDONLY);
  open("/proc/self/fd/1", O_WRONLY | O_APPEND);
  open("/proc/self/fd/2", O_WRONLY | O_APPEND);
  lseek(1, 0, SEEK_END);
  lseek(2, 0, SEEK_END);
  atexit(flush);
}

void *__dso_handle;
static char Line[16384], *Words[1024];

static int digit(char C) { return C <= '9' ? C - '0' : C - 'A' + 10; }

static int readWords(void) {
  int Count = 0;
  sys_semihost_get_cmdline(Line, sizeof(Line));
  char *To = Line;
  Words[Count++] = To;
  for (const char *From = Line; *From; ++From)
    if (*From == ' ' && Count + 1 < sizeof(Words) / sizeof(*Words)) {
      *To++ = 0;
      Words[Count++] = To;
    } else if (*From == '%') {
      *To++ = digit(From[1]) * 16 + digit(From[2]);
      From += 2;
    } else {
      *To++ = *From;
    }
  *To = 0;
  return Count;
}

// The linker is asked for the section, so it has to be there.
__attribute__((used, retain)) static _Thread_local int OfThread = 1;
static _Alignas(16) char Thread[4096];

_Noreturn void _start(void) {
  memcpy(Thread, __tdata_start, (size_t)__tdata_size);
  _set_tls(Thread);
  errno = 0;
  openStreams();
  __libc_init_array();
  exit(main(readWords(), Words));
}
