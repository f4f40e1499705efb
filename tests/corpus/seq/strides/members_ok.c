// A member of an element at an index that depends on inputs: other members, and those nobody wrote, stay what they were.
//@ property: assert memory
//@ verdict: safe
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
    assert(elements[i < j ? i : j].later == 3);
    free(elements);
    return 0;
}
