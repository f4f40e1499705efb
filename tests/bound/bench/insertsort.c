// Insertion sort of symbolic elements: how far each is moved depends on the data.
//@ run: -DN=10 => exact=true certified=true
//@ run: -DN=10 --method ipet => bound>=1957 loops.1.iterations=9
//@ run: -DN=100 --no-witness => stats.states<=1200
#include <raddle.h>
#ifndef N
#define N 25
#endif
int a[N];
int main(void) {
  raddle_make_symbolic(a, sizeof a, "a");
  for (int i = 1; i < N; i++) {
    int j = i;
    while (j > 0 && a[j] < a[j - 1]) {
      int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
      j--;
    }
  }
  return 0;
}
