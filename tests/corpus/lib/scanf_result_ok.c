// The result of scanf is looked at.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n, m;
    if (scanf("%2d %d", &m, &n) != 2)
        return 1;
    assert(m > -10 && m < 100);
    int c = getchar();
    assert(c < '0' || c > '9');
    return 0;
}
