// The length is tested against the buffer, terminator included, before copying.
//@ verdict: safe
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

static const char *const names[3] = {"ann", "robert", "maximilian"};

int main(void)
{
    char name[8];
    const char *source = names[__VERIFIER_nondet_uint() % 3];
    if (strlen(source) >= sizeof name)
        return 0;
    strcpy(name, source);
    assert(strcmp(name, source) == 0);
    return 0;
}
