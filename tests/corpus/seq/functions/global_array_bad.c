// A pointer may point to any element of a global array, and to members of elements.
//@ flags: --function set --where "!null(number)"
//@ verdict: unsafe
//@ output: number -> &entries[3].second
#include <assert.h>

struct entry {
    int first, second;
} entries[300];

void set(int *number)
{
    *number = 1;
    assert(entries[3].second == 0); //~ FINDING assertion
}
