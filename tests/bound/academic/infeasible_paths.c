// Three decisions of which the last can only go one way: the path through all three branches does not exist.
//@ run: => bound=3 exact=true certified=true
//@ run: --method iteration-abstraction => bound=3
//@ run: --method ipet => bound=6
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c;
  c = 0;
  raddle_tick(1);
  if (a > 0)
    raddle_tick(1);
  if (b > 0)
    raddle_tick(1);
  if (c > 0)
    raddle_tick(3);
  return 0;
}
