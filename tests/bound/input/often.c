// A block that is executed more often than the integer program can count.
//@ run: --no-witness => bound=125000000000
//@ run: --method ipet => exit=3 unknown.what~"too often"
#include <raddle.h>
int main(void) {
  for (int i = 0; i < 5000; i++)
    for (int j = 0; j < 5000; j++)
      for (int k = 0; k < 5000; k++)
        raddle_tick(1);
  return 0;
}
