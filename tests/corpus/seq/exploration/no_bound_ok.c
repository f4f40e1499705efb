// Without a bound a long concrete loop is followed to its end.
//@ verdict: safe
//@ runs: 1
#include <assert.h>

int main(void)
{
    unsigned state = 1;
    for (int i = 0; i < 20000; i++)
        state = state * 1664525u + 1013904223u;
    assert(state == 1453904673u);
    return 0;
}
