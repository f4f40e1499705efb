// Two counters that move each other in ways that merged iterations cannot keep apart.
//@ run: => bound>=30
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = 1;
  raddle_assume(a >= 8 && a <= 14);
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
