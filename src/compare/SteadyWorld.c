#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static unsigned long long Microseconds = 1600000000000000ull;

static unsigned long long advance(void) {
  return __atomic_add_fetch(&Microseconds, 1, __ATOMIC_RELAXED);
}
time_t time(time_t *Now) {
  time_t Seconds = (time_t)(advance() / 1000000);
  if (Now)
    *Now = Seconds;
  return Seconds;
}
int gettimeofday(struct timeval *restrict Now, void *restrict Zone) {
  unsigned long long Value = advance();
  (void)Zone;
  Now->tv_sec = (time_t)(Value / 1000000);
  Now->tv_usec = (suseconds_t)(Value % 1000000);
  return 0;
}
int clock_gettime(clockid_t Clock, struct timespec *Now) {
  unsigned long long Value = advance();
  (void)Clock;
  Now->tv_sec = (time_t)(Value / 1000000);
  Now->tv_nsec = (long)(Value % 1000000 * 1000);
  return 0;
}
clock_t clock(void) { return (clock_t)(advance() - 1600000000000000ull); }
pid_t getpid(void) { return 4242; }

ssize_t getrandom(void *Bytes, size_t Count, unsigned Flags) {
  (void)Flags;
  memset(Bytes, 0x5a, Count);
  return (ssize_t)Count;
}
int getentropy(void *Bytes, size_t Count) {
  memset(Bytes, 0x5a, Count);
  return 0;
}
void arc4random_buf(void *Bytes, size_t Count) { memset(Bytes, 0x5a, Count); }
unsigned arc4random(void) { return 0x5a5a5a5a; }
unsigned arc4random_uniform(unsigned Bound) {
  return Bound ? 0x5a5a5a5a % Bound : 0;
}

static const char *steady(const char *Path) {
  return !strcmp(Path, "/dev/urandom") || !strcmp(Path, "/dev/random")
             ? "/dev/zero"
             : Path;
}
static int openNext(const char *Name, const char *Path, int Flags,
                    mode_t Mode) {
  int (*Next)(const char *, int, ...) =
      (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, Name);
  return Next(steady(Path), Flags, Mode);
}
#define STEADY_OPEN(NAME)                                                      \
  int NAME(const char *Path, int Flags, ...) {                                 \
    mode_t Mode = 0;                                                           \
    if (Flags & (O_CREAT | O_TMPFILE)) {                                       \
      va_list Rest;                                                            \
      va_start(Rest, Flags);                                                   \
      Mode = va_arg(Rest, mode_t);                                             \
      va_end(Rest);                                                            \
    }                                                                          \
    return openNext(#NAME, Path, Flags, Mode);                                 \
  }
STEADY_OPEN(open)
STEADY_OPEN(open64)
#define STEADY_FOPEN(NAME)                                                     \
  FILE *NAME(const char *Path, const char *Mode) {                             \
    FILE *(*Next)(const char *, const char *) =                                \
        (FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, #NAME);      \
    return Next(steady(Path), Mode);                                           \
  }
STEADY_FOPEN(fopen)
STEADY_FOPEN(fopen64)
