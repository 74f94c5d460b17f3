// Notes which program a process is, beside the counts that valgrind writes at
// its end, and whether it has threads. A new program in the same process
// replaces the note.
#include <pthread.h>
#include <sys/syscall.h>

static void note(const char *Kind, const char *Text, size_t Size) {
  char Name[4096], Digits[11] = {0};
  int File, I;
  // Always ten digits: writing more of them would be counted.
  long Number = syscall(SYS_getpid);
  for (I = 9; I >= 0; --I, Number /= 10)
    Digits[I] = (char)('0' + Number % 10);
  snprintf(Name, sizeof(Name), "%s/%s.%s", NOTE_FOLDER, Digits, Kind);
  File = openNext("open", Name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (File < 0)
    return;
  if (write(File, Text, Size) != (ssize_t)Size)
    unlink(Name);
  close(File);
}
__attribute__((constructor)) static void noteProgram(void) {
  char Program[4096];
  const ssize_t Size = readlink("/proc/self/exe", Program, sizeof(Program));
  if (Size > 0)
    note("program", Program, (size_t)Size);
}
int pthread_create(pthread_t *restrict Thread,
                   const pthread_attr_t *restrict Attributes,
                   void *(*Start)(void *), void *restrict Argument) {
  int (*Next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
               void *))dlsym(RTLD_NEXT, "pthread_create");
  note("threads", "", 0);
  return Next(Thread, Attributes, Start, Argument);
}
