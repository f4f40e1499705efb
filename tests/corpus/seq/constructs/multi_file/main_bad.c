// Two files: the program relies on a promise that the other file does not keep.
//@ files: counter.c
//@ verdict: unsafe
#include <assert.h>
#include "counter.h"

int main(void)
{
    counter_reset();
    counter_advance(3);
    assert(counter_value() == 3);
    counter_advance(-5);
    assert(counter_value() >= 0); //~ FINDING assertion
    return 0;
}
