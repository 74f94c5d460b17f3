// Debian's C++ library for WebAssembly is built without exceptions: the first
// that is thrown ends the program.
_Noreturn void exit(int);
__attribute__((weak)) void *__cxa_allocate_exception(unsigned long Size) {
  exit(134);
}
__attribute__((weak)) void __cxa_throw(void *E, void *T, void (*D)(void *)) {
  exit(134);
}
