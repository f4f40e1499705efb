// A stale errno is taken for the result of a conversion that succeeded.
//@ verdict: unsafe
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    errno = ERANGE;
    long value = strtol("12", NULL, 10);
    assert(errno != ERANGE || value != 12); //~ FINDING assertion
    return 0;
}
