// Classes of a character that depends on inputs: one decision per question.
//@ verdict: safe
//@ runs: <= 3
#include <assert.h>
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_uchar();
    if ((isalpha)(c))
        assert((tolower)(c) >= 'a' && (tolower)(c) <= 'z' && (isalnum)(c));
    else
        assert((tolower)(c) == c);
    return 0;
}
