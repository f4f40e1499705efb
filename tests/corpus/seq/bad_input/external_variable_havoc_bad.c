// With --havoc-externals a variable that is defined nowhere starts with any value.
//@ flags: --havoc-externals
//@ verdict: unsafe
#include <assert.h>
extern int configured_limit;

int main(void)
{
    int limit = configured_limit;
    if (limit > 100)
        limit = 100;
    assert(limit >= 0); //~ FINDING assertion
    return 0;
}
