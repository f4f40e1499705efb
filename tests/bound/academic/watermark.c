// Memory is taken and given back alternately, which only the programmer knows: the most ever held.
//@ run: => bound=20 net=10 without_assertions=1010 exact=true certified=true
//@ run: --no-assertions => bound=1010 exact=true
//@ run: --method ipet => exit=3 unknown.what~order
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  raddle_acquire(10);
  for (int i = 0; i < 100; i++) {
    if (__VERIFIER_nondet_int()) {
      RADDLE_COUNT(c1);
      raddle_acquire(10);
    } else {
      RADDLE_COUNT(c2);
      raddle_release(10);
    }
    RADDLE_ASSUME_COUNT(abs(c1 - c2) <= 1);
  }
  return 0;
}
