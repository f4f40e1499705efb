// The rows of a matrix are as long as a parameter says.
//@ flags: --function trace --where "1 <= n && n <= 3 && 1 <= m && m <= 3 && a && size(a) >= n * m * sizeof(int)"
//@ verdict: safe
long trace(int n, int m, int a[n][m])
{
    long sum = 0;
    for (int i = 0; i < n && i < m; i++)
        sum += a[i][i];
    return sum;
}
