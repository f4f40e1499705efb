// Swapping above the diagonal only.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

#define N 3

int main(void)
{
    int m[N][N], expected[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = expected[j][i] = i * N + j;
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++) {
            int kept = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = kept;
        }
    unsigned i = __VERIFIER_nondet_uint() % N, j = __VERIFIER_nondet_uint() % N;
    assert(m[i][j] == expected[i][j]);
    return 0;
}
