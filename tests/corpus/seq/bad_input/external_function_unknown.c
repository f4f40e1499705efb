// A function without a body: the paths that call it are given up, located.
//@ verdict: unknown
//@ reason: U0302
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern int read_sensor(int channel);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 0)
        x = read_sensor(1);
    assert(x != 0);
    return 0;
}
