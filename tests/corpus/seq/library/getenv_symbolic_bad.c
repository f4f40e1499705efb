// With a symbolic environment the variable may hold anything.
//@ flags: --symbolic-env 3
//@ verdict: unsafe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *home = getenv("RADDLE_TEST_HOME");
    if (!home)
        return 0;
    assert(home[0] == '/'); //~ FINDING assertion
    return 0;
}
