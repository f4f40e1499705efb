// Two counters of which one is always twice the other, whichever way each iteration goes.
//@ run: => bound=10 exact=true
//@ run: --method iteration-abstraction => bound=10 exact=true
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0;
  for (int i = 0; i < 10; i++) {
    int way = __VERIFIER_nondet_int();
    if (way == 1) {
      x += 2;
      y++;
    } else if (way == 2) {
      x += 6;
      y += 3;
    }
    raddle_tick(1);
  }
  if (x != 2 * y)
    raddle_tick(1000);
  return 0;
}
