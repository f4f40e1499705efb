// The expensive branch is taken in every third iteration only.
//@ run: => bound=126 exact=true certified=true
//@ run: -DSQUARE => exact=true
#include <raddle.h>
int main(void) {
  int i = 0, j = 2;
  while (i < 10) {
    if (i % 3 == 0) {
#ifdef SQUARE
      i *= i;
#else
      j ^= 3;
#endif
      raddle_tick(30);
    } else {
      j++;
      raddle_tick(1);
    }
    i++;
#ifdef SQUARE
    if (i == 1)
      i = 2;
#endif
  }
  return j;
}
