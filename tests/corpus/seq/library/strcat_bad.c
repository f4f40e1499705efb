// Two parts that fit one by one do not fit together.
//@ verdict: unsafe
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char path[12] = "/usr";
    strcat(path, "/");
    strcat(path, __VERIFIER_nondet_int() ? "bin" : "include"); //~ FINDING memory-out-of-bounds
    return 0;
}
