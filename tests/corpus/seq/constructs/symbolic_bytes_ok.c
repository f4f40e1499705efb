// Bytes written at a symbolic offset are read back as part of wider words.
//@ verdict: safe
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    uint32_t words[2] = {0, 0};
    unsigned at = __VERIFIER_nondet_uint() % 8;
    ((unsigned char *)words)[at] = 0xab;
    uint32_t expected = 0xabu << 8 * (at % 4);
    assert(words[at / 4] == expected);
    assert(words[1 - at / 4] == 0);
    return 0;
}
