// abort and a non-zero exit end the run and are no findings by themselves.
//@ verdict: safe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        abort();
    if (x == 2)
        exit(3);
    return x == 3;
}
