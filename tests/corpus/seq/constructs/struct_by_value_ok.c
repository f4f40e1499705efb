// Structures of all classes of the calling convention pass and return by value unharmed.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct tiny { char a, b; };
struct pair { int first, second; };
struct mixed { double weight; int count; };
struct big { long cells[5]; };

static struct tiny swap_tiny(struct tiny t) { return (struct tiny){t.b, t.a}; }
static struct pair swap_pair(struct pair p) { return (struct pair){p.second, p.first}; }
static struct mixed grow(struct mixed m) { m.weight *= 2; m.count++; return m; }
static struct big rotate(struct big b)
{
    long first = b.cells[0];
    for (int i = 0; i < 4; i++)
        b.cells[i] = b.cells[i + 1];
    b.cells[4] = first;
    return b;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    struct tiny t = swap_tiny((struct tiny){1, 2});
    assert(t.a == 2 && t.b == 1);
    struct pair p = swap_pair((struct pair){x, y});
    assert(p.first == y && p.second == x);
    struct mixed m = grow((struct mixed){1.5, 7});
    assert(m.weight == 3.0 && m.count == 8);
    struct big b = {{x, 1, 2, 3, 4}};
    struct big r = rotate(b);
    assert(r.cells[4] == x && r.cells[0] == 1 && b.cells[0] == x);
    return 0;
}
