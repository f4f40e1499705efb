// The character classes on a symbolic byte: relations between them and the effect of tolower and toupper.
//@ verdict: safe
#include <assert.h>
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int c = __VERIFIER_nondet_uchar();
    if (c > 127)
        return 0;
    assert(!isdigit(c) || isxdigit(c));
    assert(!!isalnum(c) == (isalpha(c) || isdigit(c)));
    assert(!!isdigit(c) == (c >= '0' && c <= '9'));
    assert(!isspace(c) || c == ' ' || (c >= 9 && c <= 13));
    assert(!isupper(c) || islower(tolower(c)));
    assert(toupper(tolower(c)) == toupper(c));
    assert(!ispunct(c) || (!isalnum(c) && c != ' '));
    return 0;
}
