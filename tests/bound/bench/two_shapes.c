// The inner loop runs in every other iteration of the outer one only.
//@ run: -DN=50 => exact=true stats.states<=400
#ifndef N
#define N 50
#endif
int main(void) {
  int work = 0;
  for (int i = 0; i < N; i++)
    if (i % 2 == 0)
      for (int j = 0; j < i; j++)
        work++;
  return work & 1;
}
