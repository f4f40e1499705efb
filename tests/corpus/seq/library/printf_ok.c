// Output functions evaluate their arguments; what they print does not disturb the check.
//@ verdict: safe
//@ assumption: A0105
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int before = x;
    printf("x = %d, %s\n", x, x > 3 ? "large" : "small");
    puts("done");
    putchar('\n');
    fprintf(stderr, "%5.2f\n", 1.25);
    fputs("end\n", stdout);
    fflush(stdout);
    assert(x == before);
    return 0;
}
