// Variable-length arrays, two-dimensional ones, in loops, alloca, as parameters, sizeof.
#include <stddef.h>
int sum(int n, int a[n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int square(int n, int m, int a[n][m]) { return a[n - 1][m - 1] + (int)sizeof a[0]; }
int many(int n) {
    int s = 0;
    for (int k = 1; k < n; k++) { char buffer[k]; buffer[k - 1] = (char)k; s += buffer[k - 1] + (int)sizeof buffer; }
    return s;
}
int main(void) {
    int n = 3;
    int a[n], b[n][n + 1];
    for (int i = 0; i < n; i++) { a[i] = i; for (int j = 0; j <= n; j++) b[i][j] = i * j; }
    char *p = __builtin_alloca((size_t)n * 2);
    p[0] = 1;
    return sum(n, a) + square(n, n + 1, b) + many(4) + p[0];
}
