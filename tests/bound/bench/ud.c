// LU decomposition and back substitution: loops that start or end at the counters of others.
//@ run: -DN=10 --method ipet => bound>=16371
//@ run: -DN=6 => exact=true certified=true
#ifndef N
#define N 6
#endif
long a[N][N], b[N], x[N];
int main(void) {
  for (int i = 0; i < N; i++) {
    long w = 0;
    for (int j = 0; j < N; j++) {
      a[i][j] = i + 1 + j + 1;
      if (i == j)
        a[i][j] *= 2;
      w += a[i][j];
    }
    b[i] = w;
  }
  for (int i = 0; i < N - 1; i++) {
    for (int j = i + 1; j < N; j++) {
      long w = a[j][i];
      if (i != 0)
        for (int k = 0; k < i; k++)
          w -= a[j][k] * a[k][i];
      a[j][i] = w / 3;
    }
    for (int j = i + 1; j < N; j++) {
      long w = a[i + 1][j];
      for (int k = 0; k <= i; k++)
        w -= a[i + 1][k] * a[k][j];
      a[i + 1][j] = w;
    }
  }
  for (int i = N - 1; i >= 0; i--) {
    long w = b[i];
    for (int j = i + 1; j < N; j++)
      w -= a[i][j] * x[j];
    x[i] = w / 7;
  }
  return 0;
}
