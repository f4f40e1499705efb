// Inputs for whoever checks these programs: all know `__VERIFIER_nondet_int`, but for one that wants memory.
#ifdef KLEE
void klee_make_symbolic(void *memory, unsigned long size, const char *name);
static int input(void) {
    int value;
    klee_make_symbolic(&value, sizeof value, "input");
    return value;
}
#else
int __VERIFIER_nondet_int(void);
static int input(void) { return __VERIFIER_nondet_int(); }
#endif
