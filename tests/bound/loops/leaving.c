// Loops left by break, continue, goto and return.
//@ run: => bound=80 exact=true certified=true
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
static int search(int limit) {
  for (int i = 0; i < limit; i++) {
    raddle_tick(1);
    if (__VERIFIER_nondet_int() == i)
      return i;
    if (i % 2)
      continue;
    raddle_tick(2);
    for (int j = 0; j < 10; j++) {
      if (j == 5)
        break;
      if (i == 8)
        goto out;
      raddle_tick(3);
    }
  }
out:
  raddle_tick(1);
  return -1;
}
int main(void) {
  return search(20);
}
