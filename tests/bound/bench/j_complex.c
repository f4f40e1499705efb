// Two counters that move each other in ways that merged iterations cannot keep apart: both may start anywhere.
//@ run: --no-witness => bound>=57 bound<=234 stats.states<=300 certified=true
//@ run: -DA=1 -DB=1 => exact=true certified=true
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
#ifdef A
  int a = A, b = B;
#else
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  raddle_assume(a >= 1 && a <= 30 && b >= 1 && b <= 30);
#endif
  while (a < 30) {
    while (b < a) {
      raddle_tick(3);
      if (b > 5)
        b = b * 3;
      else
        b = b + 2;
      if (b >= 10 && b <= 12)
        a = a + 10;
      else
        a = a + 1;
    }
    raddle_tick(2);
    a = a + 2;
    b = b - 10;
  }
  return 0;
}
