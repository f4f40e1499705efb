// Quicksort with the last element as pivot, recursive, on four symbolic bytes.
//@ verdict: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static void sort(unsigned char *items, int count)
{
    if (count < 2)
        return;
    int smaller = 0;
    unsigned char pivot = items[count - 1];
    for (int i = 0; i < count - 1; i++)
        if (items[i] < pivot) {
            unsigned char kept = items[i];
            items[i] = items[smaller];
            items[smaller++] = kept;
        }
    items[count - 1] = items[smaller];
    items[smaller] = pivot;
    sort(items, smaller);
    sort(items + smaller + 1, count - smaller - 1);
}

int main(void)
{
    unsigned char items[4];
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += items[i] = __VERIFIER_nondet_uchar();
    sort(items, 4);
    assert(items[0] <= items[1] && items[1] <= items[2] && items[2] <= items[3]);
    assert(items[0] + items[1] + items[2] + items[3] == sum);
    return 0;
}
