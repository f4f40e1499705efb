// The longest of the names does not fit the buffer.
//@ verdict: unsafe
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

static const char *const names[3] = {"ann", "robert", "maximilian"};

int main(void)
{
    char name[8];
    strcpy(name, names[__VERIFIER_nondet_uint() % 3]); //~ FINDING memory-out-of-bounds
    return 0;
}
