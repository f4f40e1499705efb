// Assertions that exclude everything, speak of what is no counter, or make no sense.
//@ run: -DALL => exit=3 unknown.what~"exclude every path"
//@ run: -DNAME => exit=3 unknown.what~"not a counter"
//@ run: -DNONSENSE => exit=3 unknown.what~assertion
//@ run: -DNONSENSE --no-assertions => bound=10
#include <raddle.h>
int main(void) {
  for (int i = 0; i < 10; i++) {
    RADDLE_COUNT(c);
    raddle_tick(1);
  }
#ifdef ALL
  RADDLE_ASSUME_COUNT(c < 10);
#elif defined NAME
  RADDLE_ASSUME_COUNT(d < 10);
#else
  RADDLE_ASSUME_COUNT(c <);
#endif
  return 0;
}
