// time stores what it returns, and it does not run backwards.
//@ verdict: safe
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t stored;
    time_t before = time(&stored);
    assert(before == stored);
    assert(time(NULL) >= before);
    return 0;
}
