/* Functions of the same code; whoever is told of a call hears who was called. */
static void *Entered;
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *F, void *From) { (void)From; Entered = F; }
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *F, void *From) { (void)F, (void)From; }
volatile int Light;
__attribute__((noinline)) int left(int X) { Light = X; return X * 7 + Light; }
__attribute__((noinline)) int right(int X) { Light = X; return X * 7 + Light; }
__attribute__((no_instrument_function)) int main(void) {
  left(1);
  if (Entered != (void *)left)
    return 1;
  right(1);
  return Entered != (void *)right;
}
