// The inner counter advances by one or two, as inputs decide.
//@ run: -DN=25 => exact=true stats.states<=400
#ifndef N
#define N 25
#endif
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int work = 0;
  for (int i = 0; i < N; i++) {
    int j = 0;
    while (j < N) {
      if (__VERIFIER_nondet_int())
        j++;
      else
        j += 2;
      work++;
    }
  }
  return work & 1;
}
