// longjmp leaves several functions at once, and setjmp returns a second time: 1 instead of 0.
//@ property: assert memory
//@ verdict: safe
#include <assert.h>
#include <setjmp.h>

static jmp_buf recovery;
static volatile int depth;

static void deep(int level, int code)
{
    depth = level;
    if (level == 3)
        longjmp(recovery, code);
    deep(level + 1, code);
}

int main(void)
{
    int wanted = __VERIFIER_nondet_int();
    volatile int tries = 0;
    int code = setjmp(recovery);
    if (code == 0) {
        tries++;
        deep(0, wanted);
        assert(0);
    }
    assert(tries == 1 && depth == 3);
    assert(code == (wanted ? wanted : 1));
    return 0;
}
