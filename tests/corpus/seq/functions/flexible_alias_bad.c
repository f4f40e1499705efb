// A number that the caller passes may be an element behind the struct.
//@ flags: --function scale --where "vector && by && vector->count == 2 && size(vector) >= sizeof *vector + 8"
//@ verdict: unsafe
#include <assert.h>

struct vector {
    long count;
    int data[];
};

void scale(struct vector *vector, const int *by)
{
    int before = *by;
    for (int i = 0; i < 2; i++)
        vector->data[i] = 0;
    assert(*by == before); //~ FINDING assertion
}
