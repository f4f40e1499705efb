// The variable may not be set.
//@ verdict: unsafe
#include <stdlib.h>

int main(void)
{
    const char *home = getenv("RADDLE_TEST_HOME");
    return home[0] == '/'; //~ FINDING memory-null-dereference
}
