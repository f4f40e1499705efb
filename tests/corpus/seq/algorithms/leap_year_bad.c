// The leap-year rule forgets the centuries that are divisible by 400.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int is_leap(int year)
{
    return year % 4 == 0 && year % 100 != 0;
}

static int days_before(int year)
{
    int y = year - 1;
    return 365 * y + y / 4 - y / 100 + y / 400;
}

int main(void)
{
    int year = __VERIFIER_nondet_int();
    if (year < 1996 || year > 2004)
        return 0;
    assert(days_before(year + 1) - days_before(year) == 365 + is_leap(year)); //~ FINDING assertion
    return 0;
}
