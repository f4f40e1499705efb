// A missing break lets one case fall into the next.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int days_in(int month, int leap)
{
    int days;
    switch (month) {
    case 2:
        days = leap ? 29 : 28;
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
    if (month < 1 || month > 12)
        return 0;
    assert(month != 2 || days_in(month, 0) == 28); //~ FINDING assertion
    return 0;
}
