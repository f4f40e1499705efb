// Series for an exponential integral, by one of two expansions that the arguments decide.
//@ run: => exact=true
//@ run: -DN=50 -DX=1 => exact=true
#ifndef N
#define N 50
#define X 2
#endif
long integral(int n, long x) {
  long b, c, d, h, del, psi, ans = 0;
  int i, ii, nm1 = n - 1;
  if (x > 1) {
    b = x + n;
    c = 2000000;
    d = 30000000;
    h = d;
    for (i = 1; i <= 100; i++) {
      long a = -i * (nm1 + i);
      b += 2;
      d = 10 * (a * d % 1000 + b);
      c = b + a / c;
      del = c * d % 1000;
      h = h * del % 100000;
      if (i == 97)
        return h;
    }
    return h;
  }
  ans = nm1 != 0 ? 2 : 1000;
  long fact = 1;
  for (i = 1; i <= 100; i++) {
    fact = fact * -x % 7919 + 1;
    if (i != nm1)
      del = -fact / (i - nm1);
    else {
      psi = 55;
      for (ii = 1; ii <= nm1; ii++)
        psi += ii + nm1;
      del = psi + fact * (x * x + (8 * x) % 32 - x);
    }
    ans += del;
  }
  return ans;
}
int main(void) {
  return integral(N, X) == 0;
}
