// Words of a text by isspace: what was learnt of a character of a class is learnt of all of them, so that N characters take a number of runs that grows with N and not 2^N.
//@ verdict: safe
//@ runs: <= 200
#include <assert.h>
#include <ctype.h>
extern char __VERIFIER_nondet_char(void);
#define N 12

int main(void) {
    char text[N + 1];
    for (int i = 0; i < N; i++)
        text[i] = __VERIFIER_nondet_char();
    text[N] = 0;
    int words = 0, inside = 0;
    for (int i = 0; text[i] != 0; i++) {
        if (isspace((unsigned char)text[i]))
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    assert(words <= N / 2);
    return 0;
}
