// A hundred iterations in which the expensive branch is taken at most 25 times.
//@ run: => bound=759 without_assertions=1504 exact=true certified=true
//@ run: --no-assertions => bound=1504 exact=true
//@ run: --method ipet => bound=1129
//@ run: --method ipet --no-assertions => bound=1504
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  raddle_tick(4);
  for (int i = 0; i < 100; i++) {
    if (__VERIFIER_nondet_int()) {
      RADDLE_COUNT(c);
      raddle_tick(15);
    } else if (i == 1)
      raddle_tick(10);
    else
      raddle_tick(5);
    RADDLE_ASSUME_COUNT(c <= 25);
  }
  return 0;
}
