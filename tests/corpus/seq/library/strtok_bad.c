// The second word may be missing; and strtok must not be given a literal either way.
//@ verdict: unsafe
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char line[4] = {'a', __VERIFIER_nondet_char(), 'b', 0};
    char *key = strtok(line, "=");
    char *value = strtok(NULL, "=");
    if (key[0] != 'a')
        return 0;
    return value[0]; //~ FINDING memory-null-dereference
}
