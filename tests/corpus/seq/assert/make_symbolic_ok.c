// The combination is excluded with raddle_assume.
//@ verdict: safe
#include <assert.h>
#include <raddle.h>

struct point {
    int x;
    short y;
    char name[2];
};

int main(void)
{
    struct point p;
    raddle_make_symbolic(&p, sizeof p, "p");
    raddle_assume(p.name[1] == 'r');
    if (p.x == 17 && p.y == -4)
        assert(p.name[1] != 'q');
    return 0;
}
