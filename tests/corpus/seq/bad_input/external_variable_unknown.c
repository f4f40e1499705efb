// A variable that is declared but defined nowhere: its value is not known.
//@ verdict: unknown
#include <assert.h>
extern int configured_limit;

int main(void)
{
    assert(configured_limit >= 0);
    return 0;
}
