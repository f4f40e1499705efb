// At most a tenth of the elements are not zero.
//@ run: => bound=10090 without_assertions=100000 exact=true certified=true
//@ run: --no-assertions => bound=100000 exact=true
//@ run: --method ipet => bound=10090
//@ run: --method ipet --no-assertions => bound=100000
#include <raddle.h>
int A[100];
int main(void) {
  raddle_make_symbolic(A, sizeof A, "A");
  for (int i = 0; i < 100; i++) {
    RADDLE_COUNT(c);
    if (A[i] != 0) {
      RADDLE_COUNT(c1);
      raddle_tick(1000);
    } else
      raddle_tick(1);
  }
  RADDLE_ASSUME_COUNT(c1 <= c / 10);
  return 0;
}
