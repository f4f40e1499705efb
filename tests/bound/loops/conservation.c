// One thing that moves between four places: the sum is what is known of the places together, and it is never zero.
//@ run: => bound=12 exact=true stats.states<=300
//@ run: --method iteration-abstraction => bound=12 exact=true
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, b = 0, c = 0, d = 0;
  for (int i = 0; i < 12; i++) {
    int way = __VERIFIER_nondet_int();
    if (way == 0 && a > 0) {
      a--;
      b++;
    } else if (way == 1 && b > 0) {
      b--;
      c++;
    } else if (way == 2 && c > 0) {
      c--;
      d++;
    } else if (way == 3 && d > 0) {
      d--;
      a++;
    }
    if (a == 0 && b == 0 && c == 0 && d == 0)
      raddle_tick(1000);
    raddle_tick(1);
  }
  return 0;
}
