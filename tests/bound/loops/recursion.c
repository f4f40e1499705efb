// Recursion, with and without a tree of calls.
//@ run: -DTREE => bound=21891 exact=true stats.states<=200 certified=true
//@ run: -DTREE --function fibonacci --where "n <= 15" => bound=1973 exact=true certified=true
//@ run: => bound=101 exact=true certified=true
//@ run: --method ipet => exit=3 unknown.what~recursion
#include <raddle.h>
#ifdef TREE
static int fibonacci(int n) {
  raddle_tick(1);
  if (n < 2)
    return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
  return fibonacci(20);
}
#else
static int sum(int n) {
  raddle_tick(1);
  return n == 0 ? 0 : n + sum(n - 1);
}
int main(void) {
  return sum(100) != 5050;
}
#endif
