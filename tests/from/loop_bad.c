// from: --at M=10
// verdict: unsafe
// A register that a loop assigns has not the value from before the loop.
#include <assert.h>

static int place;

int main(void) {
  for (int i = 0; i < 3; i++) {
    place = 1;
    assert(i == 0);
  }
  return 0;
}
