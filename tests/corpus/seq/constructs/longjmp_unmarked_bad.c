// longjmp to a place that was never marked.
//@ verdict: unsafe
#include <setjmp.h>

static jmp_buf place;

int main(void)
{
    int ready = __VERIFIER_nondet_int();
    if (ready && setjmp(place))
        return 0;
    longjmp(place, 1);  //~ FINDING memory
}
