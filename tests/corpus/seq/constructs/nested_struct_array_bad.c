// An index that leaves an inner array stays inside the outer object and overwrites its neighbour.
//@ verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct account {
    int history[3];
    int balance;
};

int main(void)
{
    struct account a = {{0, 0, 0}, 100};
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 3)
        return 0;
    a.history[at] = -1;
    assert(a.balance == 100); //~ FINDING assertion
    return 0;
}
