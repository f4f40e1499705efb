// What holds in one context is not taken for granted in another: an assumption that fails only sometimes, a pointer that
// points elsewhere the second time, a division that is undefined only once.
//@ run: -DASSUME => bound=11 exact=true
//@ run: -DPOINTER => bound=13 exact=true certified=true
//@ run: -DSTORE => bound=100 exact=true
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
static int limit = 10, other = 3, data[8];
static void put(int *where, int value) {
  *where = value;
}
int main(void) {
#ifdef ASSUME
  for (int i = 0; i < 2; i++) {
    int x = __VERIFIER_nondet_int() ? i : 5;
    raddle_assume(x > 0);
    raddle_tick(x == 5 ? 5 : 6);
  }
#elif defined POINTER
  int *where = &other;
  for (int i = 0; i < 2; i++) {
    put(where, 1);
    where = &limit;
  }
  for (int i = 0; i < limit; i++)
    raddle_tick(1);
  for (int i = 0; i < 12; i++)
    raddle_tick(1);
#else
  for (int i = 0; i < limit; i++)
    for (int j = 0; j < 10; j++) {
      data[j & 7] = i;
      raddle_tick(1);
    }
#endif
  return data[0] == other;
}
