// Behind what is no number stands no digit: it would have been a part of one. White space, a sign or the end may stand there.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = 3;
    if (scanf("%d", &n) == 0) {
        assert(n == 3);
        int c = getchar();
        assert(c < '0' || c > '9');
    }
    return 0;
}
