// from: --at M=16
// verdict: safe
// The function that was called has written something else.
#include <assert.h>

static int level, other, place;

static void bump(int *what) {
  *what = *what + 1;
}

int main(int argc, char **argv) {
  level = 1;
  if (argc > 1)
    bump(&other);
  place = 1;
  assert(level == 1);
  return 0;
}
