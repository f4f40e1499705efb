// Binary search that leaves out the last element.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#define N 16

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (i > 0)
            __VERIFIER_assume(a[i - 1] < a[i]);
    }
    int key = __VERIFIER_nondet_int(), low = 0;
    int high = N - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    int found = 0;
    for (int i = 0; i < N; i++)
        found |= a[i] == key;
    assert((low < N - 1 && a[low] == key) == found); //~ FINDING assertion
    return 0;
}
