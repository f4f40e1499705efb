// setjmp and longjmp are not modelled: the verdict says so, located.
//@ verdict: unknown
//@ reason: U0301
#include <assert.h>
#include <setjmp.h>

static jmp_buf recovery;

static void deep(int level)
{
    if (level == 3)
        longjmp(recovery, 7);
    deep(level + 1);
}

int main(void)
{
    int code = setjmp(recovery);
    if (code == 0)
        deep(0);
    assert(code == 7);
    return 0;
}
