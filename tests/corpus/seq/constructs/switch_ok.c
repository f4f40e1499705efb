// Every case breaks; negative, sparse and 64-bit case labels are matched exactly.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);

static int days_in(int month, int leap)
{
    int days;
    switch (month) {
    case 2:
        days = leap ? 29 : 28;
        break;
    case 4: case 6: case 9: case 11:
        days = 30;
        break;
    default:
        days = 31;
    }
    return days;
}

int main(void)
{
    int month = __VERIFIER_nondet_int();
    if (month >= 1 && month <= 12) {
        assert(days_in(month, 0) >= 28);
        assert(month != 2 || days_in(month, 1) == 29);
    }
    long wide = __VERIFIER_nondet_long();
    switch (wide) {
    case -1L:
        assert(wide < 0);
        break;
    case 0x100000000L:
        assert((int)wide == 0);
        break;
    default:
        assert(wide != -1 && wide != 0x100000000L);
    }
    return 0;
}
