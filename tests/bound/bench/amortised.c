// The inner loop works off what the outer one piled up.
//@ run: -DN=50 => exact=true
#ifndef N
#define N 50
#endif
int main(void) {
  int height = 0, work = 0;
  for (int i = 0; i < N; i++) {
    height++;
    if (i % 10 == 9)
      while (height > 0) {
        height--;
        work++;
      }
  }
  return work & 1;
}
