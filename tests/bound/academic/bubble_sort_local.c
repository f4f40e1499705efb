// All but three elements are maximal, so each pass swaps at most three times: an assertion about one pass.
//@ run: => bound=49798 without_assertions=515398 exact=true certified=true
//@ run: --no-assertions --no-witness => bound=515398
//@ run: --method ipet => bound=1019902
#include <raddle.h>
#define N 100
#define M 97
int a[N];
int main(void) {
  raddle_make_symbolic(a, sizeof a, "a");
  raddle_tick(4);
  for (int i = N - 1; i >= 1; i--) {
    RADDLE_RESET(c);
    raddle_tick(6);
    for (int j = 0; j <= i - 1; j++) {
      raddle_tick(4);
      if (a[j] > a[j + 1]) {
        RADDLE_COUNT(c);
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
        raddle_tick(100);
      }
      RADDLE_ASSUME_COUNT(c <= N - M);
    }
  }
  return 0;
}
