// An unset variable gets a default; by default the environment is assumed to be empty.
//@ verdict: safe
//@ assumption: A0104
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *home = getenv("RADDLE_TEST_HOME");
    if (!home)
        home = "/";
    assert(home[0] == '/');
    return 0;
}
