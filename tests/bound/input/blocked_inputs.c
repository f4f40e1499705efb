// Assumptions that no input satisfies.
//@ run: => exit=3 unknown.what~"exclude every run"
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  raddle_assume(x > 3);
  raddle_assume(x < 2);
  raddle_tick(1);
  return 0;
}
