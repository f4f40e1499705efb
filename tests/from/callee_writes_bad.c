// from: --at M=17
// verdict: unsafe
// The function that was called has overwritten what was stored before.
#include <assert.h>

static int level, place;

static void bump(int *what) {
  *what = *what + 1;
}

int main(int argc, char **argv) {
  level = 1;
  if (argc > 1) {
    bump(&level);
  }
  place = 1;
  assert(level == 1);
  return 0;
}
