// Compound literals, designated initialisers and nested aggregates.
//@ verdict: safe
#include <assert.h>

struct inner { int x, y; };
struct outer { struct inner points[2]; int extra[4]; };

static int sum(const int *items, int count)
{
    int total = 0;
    while (count--)
        total += items[count];
    return total;
}

int main(void)
{
    struct outer o = {.extra = {[2] = 9, 10}, .points[1].y = 4};
    assert(o.points[1].y == 4 && o.points[0].x == 0);
    assert(o.extra[2] == 9 && o.extra[3] == 10 && o.extra[0] == 0);
    assert(sum((int[]){1, 2, 3}, 3) == 6);
    struct inner *p = &(struct inner){5, 6};
    p->x++;
    assert(p->x == 6);
    o.points[0] = *p;
    assert(o.points[0].x == 6 && o.points[0].y == 6);
    return 0;
}
