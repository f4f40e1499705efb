// Functions of which preconditions say what check --where would: of arguments by their types, and of memory.
//@ run: --function sum --where "n <= 8 && size(p) >= n * sizeof *p" => bound=9 exact=true certified=true
//@ run: --function sum --where "n <= 8" --where "size(p) >= n * sizeof *p" => bound=9 exact=true certified=true
//@ run: --function sum --where "n <= 8 && null(p)" => bound=9 exact=false
//@ run: --function sum --where "n >= 3" => exit=3
//@ run: --function sum --where "n < m && m <= 5" => exit=2 stderr~"there is no parameter"
//@ run: --function sum --where "n <= 8 && length(p) > 1" => exit=2 stderr~"length"
//@ run: --function sum --where "n <= 8 && size(n) > 1" => exit=2 stderr~"no pointer"
//@ run: --function sum --where "n <= 8 && null(p) && size(p) > 4" => exit=2 stderr~"no arguments satisfy"
//@ run: --function less --where "b <= 6 && a <= b" => bound=7 exact=true certified=true
//@ run: --function less --where "a <= b" => exit=3
//@ run: --function high --where "n >= 3" => bound=1001 exact=true certified=true
//@ run: --function high --where "3 <= n && n <= 100" => bound=1 exact=true certified=true
//@ run: --function small --where "c < 4" => bound=4 exact=true certified=true
//@ run: --function stated => bound=6 exact=true certified=true
//@ run: --function stated --where "n <= 2" => bound=3 exact=true certified=true
//@ run: --function away --where "abs(n) <= 3" => bound=4 exact=true
#include <raddle.h>

// An unsigned number that is not said to be small may be any.
int sum(const int *p, unsigned n) {
  int s = 0;
  raddle_tick(1);
  for (unsigned i = 0; i < n; i++) {
    raddle_tick(1);
    s += p[i];
  }
  return s;
}

void less(unsigned long a, unsigned long b) {
  raddle_tick(1);
  for (unsigned long i = 0; i < a; i++)
    raddle_tick(1);
  if (a > b)
    raddle_tick(1000);
}

// Numbers without a sign may be at least 3 and look negative.
void high(unsigned n) {
  raddle_tick(1);
  if ((int)n < 0)
    raddle_tick(1000);
}

void small(unsigned char c) {
  raddle_tick(1);
  for (int i = 0; i < c; i++)
    raddle_tick(1);
}

void stated(int n) {
  raddle_requires(0 <= n && n <= 5);
  raddle_tick(1);
  for (int i = 0; i < n; i++)
    raddle_tick(1);
}

void away(int n) {
  raddle_tick(1);
  for (int i = 0; i < n && i < 1000; i++)
    raddle_tick(1);
}

int main(void) {
  int a[2] = {1, 2};
  stated(2);
  away(1);
  small(2);
  less(1, 2);
  high(4);
  return sum(a, 2);
}
