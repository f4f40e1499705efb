// from: --at main=12
// verdict: safe
// Where a loop starts over, its counter has not gone beyond its end.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int sum;

int main(void) {
  int i = 0;
  int n = 3;
  while (i < n) {
    sum += __VERIFIER_nondet_int() & 1;
    i++;
  }
  assert(i == 3);
  return sum;
}
