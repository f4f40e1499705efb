// A counterexample with thousands of steps: the report does not fit into a pipe.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static volatile unsigned sum;
int main(void) {
    unsigned start = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < 3000; i++)
        sum += i;
    assert(start != 17);
    return 0;
}
