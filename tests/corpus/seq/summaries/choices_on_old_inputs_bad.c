// What was read before the paths part decides again after they came together: a state in the middle holds inputs.
//@ verdict: unsafe
//@ revisions: off on
//@[off] flags: --summaries=off
//@[on] flags: --summaries=on
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int large(int value)
{
    if (value > 3)
        return 1;
    return 0;
}

int main(void)
{
    int values[5];
    int count = 0, again = 0;
    for (int i = 0; i < 5; i++)
        values[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 5; i++)
        count += large(values[i]);
    for (int i = 0; i < 5; i++)
        if (values[i] > 4)
            again++;
    assert(again <= count);
    assert(again == count); //~ FINDING assertion
    return 0;
}
