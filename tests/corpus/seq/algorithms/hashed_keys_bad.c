// A second key overwrites a first one that has the same place, for whoever puts it there does not go on. Two keys that nobody knows are put into a table with open addressing, by the upper bits of a product. What the product is does not matter, only that equal keys have equal ones.
//@ property: assert memory
//@ verdict: unsafe
#include <assert.h>

#define PLACES 8

unsigned __VERIFIER_nondet_uint(void);

static unsigned keys[PLACES];
static int taken[PLACES];

static unsigned place_of(unsigned key) {
    unsigned at = key * 2654435761u >> 29;
    while (taken[at] && keys[at] != key)
        at = (at + 1) % PLACES;
    return at;
}

static void put(unsigned key) {
    unsigned at = key * 2654435761u >> 29;
    keys[at] = key;
    taken[at] = 1;
}

int main(void) {
    unsigned first = __VERIFIER_nondet_uint(), second = __VERIFIER_nondet_uint();
    put(first);
    put(second);
    assert(taken[place_of(first)] && keys[place_of(first)] == first);  //~ FINDING assertion
    assert(taken[place_of(second)] && keys[place_of(second)] == second);
    return 0;
}
