// What one counter gains the other loses: merged one by one, both could be large.
//@ run: => bound=60 exact=true certified=true
//@ run: -DAPART => bound=50 exact=true certified=true
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int left = 0, right = 0;
  for (int i = 0; i < 10; i++) {
    raddle_tick(1);
    if (__VERIFIER_nondet_int())
      left++;
    else
      right++;
  }
#ifdef APART
  for (int i = 0; i < left; i++)
    raddle_tick(4);
#else
  for (int i = 0; i < left + right; i++)
    raddle_tick(5);
#endif
  return 0;
}
