// All fields of a structure are made symbolic at once, and one combination violates the assertion.
//@ verdict: unsafe
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
    if (p.x == 17 && p.y == -4)
        assert(p.name[1] != 'q'); //~ FINDING assertion
    return 0;
}
