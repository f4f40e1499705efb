// div and ldiv give quotient and remainder together.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    div_t d = div(-17, 5);
    assert(d.quot == -3 && d.rem == -2);
    ldiv_t l = ldiv(10000000001L, 10L);
    assert(l.quot == 1000000000L && l.rem == 1);
    return 0;
}
