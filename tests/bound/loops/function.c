// One function with a condition on its arguments.
//@ run: --function f --where "0 <= n && n <= 50" => bound=101 exact=true certified=true
//@ run: --function f --where "n == 3" => bound=7 exact=true
//@ run: --function f --where "n <= 0" => bound=1 exact=true
//@ run: --function g => exit=2
//@ run: --function f --where "m > 0" => exit=2 stderr~"m > 0"
//@ run: --function f --where "n >" => exit=2
//@ run: --function f --where "n < 0 && n > 0" => exit=2 stderr~"no arguments satisfy"
#include <raddle.h>
int f(int n) {
  int s = 0;
  raddle_tick(1);
  for (int i = 0; i < n; i++) {
    raddle_tick(2);
    s += i;
  }
  return s;
}
int main(void) {
  return f(3);
}
