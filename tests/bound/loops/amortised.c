// The inner loop moves the counter of the outer one: linear, not quadratic. Where inputs decide how far, the
// iterations are merged, and the bound is above what any run costs.
//@ run: -DN=50 => bound=50 exact=true
//@ run: -DN=200 => bound=200 exact=true stats.states<=1000
//@ run: -DN=50 -DINPUT => bound>=50 exact=false
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
#ifdef INPUT
#define MORE __VERIFIER_nondet_int()
#else
#define MORE i % 5 != 0
#endif
int main(void) {
  int i = 0;
  while (i < N) {
    raddle_tick(1);
    i++;
    while (i < N && MORE) {
      raddle_tick(1);
      i++;
    }
  }
  return 0;
}
