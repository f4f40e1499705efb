// The least and the greatest of twenty numbers, kept by branches that are joined.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 20

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    int least = a[0], greatest = a[0];
    for (int i = 1; i < N; i++) {
        if (a[i] > greatest)
            greatest = a[i];
        if (a[i] < least)
            least = a[i];
    }
    for (int i = 0; i < N; i++)
        assert(least <= a[i] && a[i] <= greatest);
    return 0;
}
