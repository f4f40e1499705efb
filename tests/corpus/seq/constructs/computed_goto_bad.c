// The program text of the small interpreter is chosen by an input, and one choice computes a different value.
//@ verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

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
    unsigned char code[4] = {1, 1, 1, 0};
    for (int i = 0; i < 3; i++)
        if (__VERIFIER_nondet_uint() & 1)
            code[i] = 2;
    assert(run(code, 1) < 8); //~ FINDING assertion
    return 0;
}
