// The number of iterations is an input with a known range; what follows depends on it.
//@ run: => bound=150
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  raddle_assume(n >= 0 && n <= 20);
  for (int i = 0; i < n; i++)
    raddle_tick(5);
  if (n > 10)
    raddle_tick(25);
  else
    raddle_tick(100);
  return 0;
}
