// Finite impulse response filter: a window that grows and then slides.
//@ run: => exact=true bound=7874 loops.3.iterations=8 certified=true
//@ run: --method ipet => bound>=7874
#ifndef N
#define N 36
#endif
#ifndef TAPS
#define TAPS 8
#endif
int input[N], output[N], weights[TAPS];
int main(void) {
  for (int i = 0; i < TAPS; i++)
    weights[i] = 3 * i - TAPS;
  for (int i = 0; i < N; i++)
    input[i] = i * i % 17;
  for (int i = 0; i < N; i++) {
    int sum = 0;
    int first = i < TAPS - 1 ? 0 : i - TAPS + 1;
    for (int j = first; j <= i; j++)
      sum += input[j] * weights[i - j];
    output[i] = sum / 16;
  }
  return output[N - 1] & 1;
}
