// An array of unknown length that is defined nowhere: --havoc-externals cannot tell which accesses are right.
//@ flags: --havoc-externals
//@ verdict: unknown
//@ reason: U0302
#include <assert.h>
extern int readings[];

int main(void)
{
    assert(readings[0] >= 0);
    return 0;
}
