// No closed form is known for the number of iterations; for a known start there is no need for one.
//@ run: => bound=111 exact=true
#include <raddle.h>
int main(void) {
  unsigned n = 27;
  while (n > 1) {
    raddle_tick(1);
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  }
  return 0;
}
