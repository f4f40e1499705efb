// What is made after the start is nothing that a parameter points to.
//@ flags: --function set --where "!aliases(number, counter)"
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>

int counter;

void set(int *number)
{
    int local = 1, *fresh = malloc(sizeof *fresh);
    *fresh = 1;
    counter = 1;
    if (number)
        *number = 2;
    assert(counter == 1 && local == 1 && *fresh == 1);
    assert(number != &local && number != fresh);
    free(fresh);
}
