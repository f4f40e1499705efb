// A pointer may point to a global variable.
//@ flags: --function set
//@ verdict: unsafe
//@ assumption: A0301
//@ output: number -> &counter
#include <assert.h>

int counter;

void set(int *number)
{
    counter = 1;
    if (number)
        *number = 2;
    assert(counter == 1); //~ FINDING assertion
}
