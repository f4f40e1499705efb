// Whoever asks about memory alone hears nothing of abort: it ends the run.
//@ property: memory
//@ verdict: safe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[2] = {0, 0}, x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1)
        abort();
    return a[x];
}
