// A loop that constant floating-point numbers control.
//@ run: => bound=7 exact=true certified=true
#include <raddle.h>
int main(void) {
  float x = 1.0f;
  while (x < 100.0f) {
    raddle_tick(1);
    x = x * 2;
  }
  return 0;
}
