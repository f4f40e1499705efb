// Two nested loops of which the inner gets shorter: quadratic cost, a linear number of states.
//@ run: -DN=25 => bound=1648 exact=true stats.states<=135
//@ run: -DN=50 => bound=6423 exact=true stats.states<=260
//@ run: -DN=100 --no-witness => bound=25348 stats.states<=510
//@ run: -DN=25 --method iteration-abstraction => bound=1648 stats.states>=1000
//@ run: -DN=25 --method ipet => bound=3028
#include <raddle.h>
int a[N];
int main(void) {
  raddle_make_symbolic(a, sizeof a, "a");
  int n = N;
  raddle_tick(4);
  for (int i = 0; i < n - 1; i++) {
    raddle_tick(6);
    for (int j = 0; j < n - 1 - i; j++) {
      raddle_tick(4);
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
        raddle_tick(1);
      }
    }
  }
  return 0;
}
