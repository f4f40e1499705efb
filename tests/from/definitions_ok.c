// from: --at M=14,22
// verdict: safe
// Values of one unknown: what was computed from it fits together, through the call.
#include <assert.h>

static int place;
int __VERIFIER_nondet_int(void);

static void check(int five_more, int x, unsigned *cell) {
  int other = x;
  if (x < 0 || x > 100)
    return;
  other += 7;
  place = 1;
  assert(five_more == x + 5 && other == x + 7 && *cell == 9);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned cell = 9;
  int y = x + 5;
  check(y, x, &cell);
  return 0;
}
