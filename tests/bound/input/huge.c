// Costs whose sum does not fit 64 bits: no bound rather than a wrong one.
//@ run: => exit=3 unknown.what~"larger than"
#include <raddle.h>
int main(void) {
  for (int i = 0; i < 10; i++)
    raddle_tick(4000000000000000000);
  return 0;
}
