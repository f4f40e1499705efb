// A symbolic choice among functions in a table, each called with the right result.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

typedef int (*operation)(int, int);
static const operation operations[] = {add, subtract, multiply};

int main(void)
{
    unsigned choice = __VERIFIER_nondet_uint();
    if (choice >= sizeof operations / sizeof *operations)
        return 0;
    int result = operations[choice](7, 3);
    assert(result == 10 || result == 4 || result == 21);
    assert(choice != 1 || result == 4);
    return 0;
}
