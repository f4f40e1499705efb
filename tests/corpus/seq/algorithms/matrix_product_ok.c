// The product with the identity gives the matrix back; the trace of a product does not depend on the order.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define N 2
typedef unsigned matrix[N][N];

static void multiply(matrix out, matrix a, matrix b)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            out[i][j] = 0;
            for (int k = 0; k < N; k++)
                out[i][j] += a[i][k] * b[k][j];
        }
}

int main(void)
{
    matrix identity = {{1, 0}, {0, 1}}, fixed = {{2, 1}, {7, 4}}, a, left, right;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (unsigned)__VERIFIER_nondet_int();
    multiply(left, a, identity);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            assert(left[i][j] == a[i][j]);
    multiply(left, a, fixed);
    multiply(right, fixed, a);
    assert(left[0][0] + left[1][1] == right[0][0] + right[1][1]);
    return 0;
}
