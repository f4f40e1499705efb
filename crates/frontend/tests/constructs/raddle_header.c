// The header that comes with Raddle.
#include <raddle.h>
int y;
static int small(void) { return y < 4; }
int main(void) {
    int x;
    raddle_make_symbolic(&x, sizeof x, "x");
    raddle_assume(x > 0);
    raddle_atomic_begin();
    raddle_check(x != 3);
    raddle_atomic_end();
    raddle_await(x > 1);
    raddle_invariant(small);
    y = 3;
    raddle_print("x", x);
    return 0;
}
