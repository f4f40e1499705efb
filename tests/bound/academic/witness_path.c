// The worst end and the worst beginning do not fit together: a summary is used again only if its worst path is possible.
//@ run: => bound=4 exact=true certified=true
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  if (a > 0)
    raddle_tick(1);
  else {
    raddle_tick(2);
    x = 0;
  }
  if (x > 0)
    raddle_tick(3);
  return 0;
}
