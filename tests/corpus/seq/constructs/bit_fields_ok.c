// Bit-fields of different widths keep their neighbours intact and truncate what is stored.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct header {
    unsigned version : 4;
    unsigned flags : 5;
    signed delta : 3;
    unsigned length : 20;
};

int main(void)
{
    struct header h = {4, 9, -2, 1000};
    unsigned x = __VERIFIER_nondet_uint();
    h.flags = x;
    assert(h.version == 4 && h.delta == -2 && h.length == 1000);
    assert(h.flags == (x & 31));
    h.delta = -4;
    assert(h.delta == -4 && h.flags == (x & 31));
    h.version += 13;
    assert(h.version == 1);
    return 0;
}
