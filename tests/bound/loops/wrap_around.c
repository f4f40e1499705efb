// Unsigned counters wrap around, and the bound knows: 250..255 and back to 0 is six iterations.
//@ run: => bound=6 exact=true
//@ run: -DDOWN => bound=11 exact=true
#include <raddle.h>
int main(void) {
#ifdef DOWN
  for (unsigned i = 10; i < 20u; i--)
    raddle_tick(1);
#else
  for (unsigned char i = 250; i != 0; i++)
    raddle_tick(1);
#endif
  return 0;
}
