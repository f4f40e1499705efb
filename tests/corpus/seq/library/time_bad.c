// Two readings of the clock may be equal.
//@ verdict: unsafe
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t before = time(NULL);
    time_t after = time(NULL);
    assert(after != before); //~ FINDING assertion
    return 0;
}
