// An assertion about a counter: the expensive branch is taken at most four times, in whichever iterations.
//@ run: => bound=49 without_assertions=90 exact=true stats.phase2_states=56 stats.phase2_reused=24 certified=true
//@ run: --no-assertions => bound=90 exact=true
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0;
  while (i < 9) {
    if (__VERIFIER_nondet_int()) {
      if (__VERIFIER_nondet_int()) {
        RADDLE_COUNT(c);
        raddle_tick(10);
      } else
        raddle_tick(1);
    } else {
      if (i == 1)
        raddle_tick(5);
      else
        raddle_tick(1);
    }
    i++;
    RADDLE_ASSUME_COUNT(c <= 4);
  }
  return 0;
}
