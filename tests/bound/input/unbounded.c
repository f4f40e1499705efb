// Loops without a bound are unknown, with the place and what would help.
//@ run: => exit=3 unknown.location.line=10 unknown.advice~raddle_assume
//@ run: -DCOUNTED --max-iterations 1000 => exit=3 unknown.what~"goes round more than 1000 times"
//@ run: -DFOREVER => exit=3 unknown.what~"no bound is known"
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
#if !defined COUNTED && !defined FOREVER
  int x = __VERIFIER_nondet_int();
  while (x > 0) {
    x = __VERIFIER_nondet_int();
    raddle_tick(1);
  }
#elif defined COUNTED
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    raddle_tick(1);
#else
  for (;;)
    raddle_tick(1);
#endif
  return 0;
}
