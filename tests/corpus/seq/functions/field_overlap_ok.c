// It does not if the precondition says so, and never if types differ.
//@ flags: --function set --where "pair && number && !aliases(pair, number) && real"
//@ verdict: safe
#include <assert.h>

struct pair {
    int first, second;
};

void set(struct pair *pair, int *number, double *real)
{
    pair->second = 1;
    *number = 2;
    *real = 3;
    assert(pair->second == 1 && *number == 2);
}
