// A member of an element at an index that depends on inputs: other members, and one that nobody wrote is read.
//@ property: assert memory
//@ verdict: unsafe
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct element {
    int key;
    long value;
    int unused;
    int later;
};

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 5, j = __VERIFIER_nondet_uint() % 5;
    struct element *elements = malloc(5 * sizeof *elements);
    for (int k = 0; k < 5; k++) {
        elements[k].key = k;
        elements[k].value = 10 * k;
    }
    struct element *low = i < j ? &elements[i] : &elements[j];
    low->value += 1;
    low[0].later = 3;
    for (int k = 0; k < 5; k++)
        assert(elements[k].key == k && elements[k].value <= 10 * k + 1);
    if (elements[i].later) //~ FINDING memory-uninitialised
        elements[i].later = 0;
    free(elements);
    return 0;
}
