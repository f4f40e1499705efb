// -D and -I reach the compiler, and so does what follows `--`.
//@ flags: -DLIMIT=5 -I {dir}/include -std=c99 -- -Wno-everything -DEXTRA=2
//@ verdict: safe
#include <assert.h>
#include "limits_of_test.h"

int main(void)
{
    assert(LIMIT + EXTRA == EXPECTED_TOTAL);
    assert(__STDC_VERSION__ == 199901L);
    return 0;
}
