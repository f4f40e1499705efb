// A pointer to a number may point into a struct that another parameter points to.
//@ flags: --function set --where "pair && number"
//@ verdict: unsafe
//@ output: number -> pair#1.second
#include <assert.h>

struct pair {
    int first, second;
};

void set(struct pair *pair, int *number)
{
    pair->second = 1;
    *number = 2;
    assert(pair->second == 1); //~ FINDING assertion
}
