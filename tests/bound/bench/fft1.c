// Fast Fourier transform over complex numbers in fixed point: loops whose steps double.
//@ run: -DN=8 => exact=true certified=true
//@ run: -DN=64 => exact=true
#ifndef N
#define N 64
#endif
int re[N], im[N], sine[N];
int main(void) {
  int i, j, k, l, m, le, le1, power = 0;
  for (i = N; i > 1; i /= 2)
    power++;
  for (i = 0; i < N; i++) {
    re[i] = (i * 37 + 11) % 101 - 50;
    im[i] = 0;
    sine[i] = i * (N - i);
  }
  for (l = power, le = N; l > 0; l--, le /= 2) {
    le1 = le / 2;
    for (j = 0; j < le1; j++)
      for (i = j; i < N; i += le) {
        int ip = i + le1;
        int tr = re[i] - re[ip], ti = im[i] - im[ip];
        re[i] = (re[i] + re[ip]) / 2;
        im[i] = (im[i] + im[ip]) / 2;
        re[ip] = (tr * sine[j] - ti * sine[N - 1 - j]) / (N * N);
        im[ip] = (ti * sine[j] + tr * sine[N - 1 - j]) / (N * N);
      }
  }
  for (i = 0, j = 0; i < N - 1; i++) {
    if (i < j) {
      int t = re[i];
      re[i] = re[j];
      re[j] = t;
    }
    for (m = N / 2; m >= 1 && j >= m; m /= 2)
      j -= m;
    j += m;
  }
  k = re[0] + im[1];
  return k & 1;
}
