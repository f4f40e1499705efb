// A callback with a context pointer changes the caller's state.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void for_each(const int *items, int count, void (*visit)(int, void *), void *context)
{
    for (int i = 0; i < count; i++)
        visit(items[i], context);
}

static void keep_largest(int item, void *context)
{
    int *largest = context;
    if (item > *largest)
        *largest = item;
}

int main(void)
{
    int items[3] = {4, __VERIFIER_nondet_int(), 7};
    int largest = items[0];
    for_each(items, 3, keep_largest, &largest);
    assert(largest >= 7 && largest >= items[1]);
    assert(largest == 7 || largest == items[1]);
    return 0;
}
