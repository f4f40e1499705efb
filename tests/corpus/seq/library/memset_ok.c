// memset stores the low byte of its argument everywhere.
//@ verdict: safe
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int words[2] = {1, 1};
    unsigned char cells[5];
    int fill = __VERIFIER_nondet_int();
    memset(words, 0, sizeof words);
    assert(words[0] == 0 && words[1] == 0);
    memset(words, -1, sizeof words);
    assert(words[1] == -1);
    memset(cells, fill, sizeof cells);
    assert(cells[4] == (unsigned char)fill && cells[0] == cells[4]);
    return 0;
}
