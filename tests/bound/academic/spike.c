// The largest net amount and the largest intermediate amount belong to different paths.
//@ run: => bound=100 net=30 exact=true certified=true
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int()) {
    raddle_acquire(100);
    raddle_release(90);
  } else {
    raddle_acquire(40);
    raddle_release(10);
  }
  return 0;
}
