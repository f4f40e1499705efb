// Cyclic redundancy check, bit by bit, over symbolic bytes.
//@ run: --no-witness => bound>=1000
#include <raddle.h>
#ifndef N
#define N 40
#endif
unsigned char line[N];
int main(void) {
  raddle_make_symbolic(line, sizeof line, "line");
  unsigned crc = 0;
  for (int i = 0; i < N; i++) {
    crc ^= (unsigned)line[i] << 8;
    for (int bit = 0; bit < 8; bit++) {
      if (crc & 0x8000)
        crc = (crc << 1 ^ 4129) & 0xffff;
      else
        crc = crc << 1 & 0xffff;
    }
  }
  return crc & 1;
}
