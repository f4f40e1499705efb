// Run-length coding keeps the count in one digit: a run of ten is written wrongly.
//@ verdict: unsafe
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void decode(char *out, const char *in)
{
    for (; in[0]; in += 2)
        for (char n = '0'; n < in[1]; n++)
            *out++ = in[0];
    *out = 0;
}

static void encode(char *out, const char *in)
{
    while (*in) {
        int run = 1;
        while (in[run] == in[0])
            run++;
        *out++ = in[0];
        *out++ = (char)('0' + run % 10);
        in += run;
    }
    *out = 0;
}

int main(void)
{
    char plain[16] = {0}, coded[32], back[32];
    unsigned length = __VERIFIER_nondet_uint();
    if (length < 8 || length > 11)
        return 0;
    memset(plain, 'a', length);
    encode(coded, plain);
    decode(back, coded);
    assert(strcmp(plain, back) == 0); //~ FINDING assertion
    return 0;
}
