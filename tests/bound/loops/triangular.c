// A triangular nest of three: about a sixth of the cube.
//@ run: -DN=10 => bound=220 exact=true
//@ run: -DN=20 => bound=1540 exact=true stats.states<=400
#include <raddle.h>
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++)
      for (int k = j; k < N; k++)
        raddle_tick(1);
  return 0;
}
