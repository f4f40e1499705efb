// A matrix that is higher than it is wide has no element on the diagonal of its last row.
//@ flags: --function trace --where "1 <= n && n <= 3 && 1 <= m && m <= 3 && a && size(a) >= n * m * sizeof(int)"
//@ verdict: unsafe
long trace(int n, int m, int a[n][m])
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i][i]; //~ FINDING memory-out-of-bounds
    return sum;
}
