// Accesses through volatile are kept and behave like plain ones in one thread.
//@ verdict: safe
#include <assert.h>

static volatile int status;

int main(void)
{
    status = 1;
    status = status + 1;
    volatile char *byte = (volatile char *)&status;
    assert(*byte == 2);
    *byte = 7;
    assert(status == 7);
    return 0;
}
