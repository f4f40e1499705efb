// Local variables that are reached through pointers, also from a function that calls itself.
//@ run: => bound=10 exact=true certified=true
//@ run: -DCOPY => bound=7 exact=true certified=true
#include <raddle.h>
static void put(int *place, int again) {
  *place = 10;
  if (again > 0)
    put(place, again - 1);
}
static void caller(void) {
  int most = 1;
  put(&most, 3);
  for (int i = 0; i < most; i++)
    raddle_tick(1);
}
int main(void) {
#ifdef COPY
  int most = 1, *place = &most;
  *place = 7;
  for (int i = 0; i < *place; i++)
    raddle_tick(1);
#else
  caller();
#endif
  return 0;
}
