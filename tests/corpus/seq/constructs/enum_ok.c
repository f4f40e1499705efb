// Enumeration constants count on from given values and may repeat.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

enum level { LOW = -2, MIDDLE, HIGH = 5, HIGHER, SAME = 5 };

static enum level next(enum level l)
{
    switch (l) {
    case LOW: return MIDDLE;
    case MIDDLE: return HIGH;
    case HIGH: return HIGHER;
    case HIGHER: return LOW;
    }
    return l;
}

int main(void)
{
    assert(MIDDLE == -1 && HIGHER == 6 && SAME == HIGH);
    enum level l = LOW;
    unsigned steps = __VERIFIER_nondet_uint() % 5;
    for (unsigned i = 0; i < steps; i++)
        l = next(l);
    assert(steps != 4 || l == LOW);
    assert(l == LOW || l == MIDDLE || l >= HIGH);
    return 0;
}
