// A small interpreter that dispatches through a table of label addresses.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int run(const unsigned char *code, int accumulator)
{
    static void *const actions[] = {&&halt, &&increment, &&twice};
    goto *actions[*code];
increment:
    accumulator++;
    goto *actions[*++code];
twice:
    accumulator *= 2;
    goto *actions[*++code];
halt:
    return accumulator;
}

int main(void)
{
    static const unsigned char code[] = {1, 2, 1, 2, 0};
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000)
        return 0;
    assert(run(code, x) == 4 * x + 6);
    return 0;
}
