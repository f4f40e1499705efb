// Bubble sort of symbolic elements, every instruction counted.
//@ run: -DN=25 => exact=true stats.states<=140
#ifndef N
#define N 25
#endif
#include <raddle.h>
int a[N];
int main(void) {
  raddle_make_symbolic(a, sizeof a, "a");
  int n = N;
  for (int i = 0; i < n - 1; i++) {
    for (int j = 0; j < n - 1 - i; j++) {
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
    }
  }
  return 0;
}
