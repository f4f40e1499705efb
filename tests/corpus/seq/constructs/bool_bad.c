// A flag kept in a char loses the bits above the eighth, which a _Bool would not.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int flags = __VERIFIER_nondet_int();
    char set = (char)(flags & 0x300);
    assert((set != 0) == ((flags & 0x300) != 0)); //~ FINDING assertion
    return 0;
}
