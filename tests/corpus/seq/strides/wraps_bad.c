// The product of an index and the size of an element wraps around: the store goes between the starts of elements, not to the start of one only.
//@ property: assert memory
//@ verdict: unsafe
#include <assert.h>
#include <stddef.h>

unsigned long __VERIFIER_nondet_ulong(void);

struct element {
    long a, b, c;
};

static struct element elements[2];

int main(void)
{
    size_t index = __VERIFIER_nondet_ulong();
    size_t offset = index * sizeof(struct element);
    if (offset > sizeof elements - sizeof(long))
        return 0;
    *(long *)((char *)elements + offset) = 1;
    long sum = 0;
    for (int i = 0; i < 2; i++)
        sum += elements[i].a + elements[i].b + elements[i].c;
    assert(sum == 1);
    assert(elements[0].a + elements[1].a == 1); //~ FINDING assert
    return 0;
}
