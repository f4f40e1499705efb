// The weekday of a date, by counting days, against known dates and its period of seven.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int weekday(int year, int month, int day)
{
    static const int shift[12] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    if (month < 3)
        year--;
    return (year + year / 4 - year / 100 + year / 400 + shift[month - 1] + day) % 7;
}

int main(void)
{
    assert(weekday(2000, 1, 1) == 6 && weekday(1969, 7, 20) == 0 && weekday(2024, 2, 29) == 4);
    int day = (int)(__VERIFIER_nondet_uint() % 21) + 1;
    assert(weekday(2023, 5, day) == weekday(2023, 5, day + 7));
    return 0;
}
