// A value is looked for by its name and read without a test.
//@ verdict: unsafe
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    const char *line = __VERIFIER_nondet_int() ? "size=4" : "colour=red";
    const char *value = strstr(line, "size=") + 5;
    return *value; //~ FINDING memory-null-dereference
}
