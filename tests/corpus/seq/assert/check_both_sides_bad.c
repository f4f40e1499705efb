// A symbolic raddle_check leaves both its outcomes alive: what follows is explored for either.
//@ verdict: unsafe
#include <assert.h>
#include <raddle.h>

int main(void)
{
    int x;
    raddle_make_symbolic(&x, sizeof x, "x");
    raddle_check(x != 4); //~ FINDING check
    assert(x != 4 || x == 5); //~ FINDING assertion
    return 0;
}
