// from: --at M=13
// verdict: safe
// Both counters of a loop count its rounds, between the bounds of the loop.
#include <assert.h>

static int place;

int main(int argc, char **argv) {
  int n = argc, twice = 4;
  if (n > 1000)
    return 0;
  for (int i = 0; i < n; i++) {
    place = 1;
    assert(0 <= i && i < 1000 && twice == 2 * i + 4);
    twice += 2;
  }
  return 0;
}
