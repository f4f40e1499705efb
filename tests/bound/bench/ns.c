// Search in a table of four dimensions; the value may be anywhere, or nowhere.
//@ run: -DN=5 => exact=true stats.states<=140
//@ run: -DN=10 --no-witness => stats.states<=240
//@ run: -DN=30 --method iteration-abstraction --time 1 => exit=3 unknown.what~time
//@ run: -DN=10 --memory 1M => exit=3 unknown.what~memory
#include <raddle.h>
#ifndef N
#define N 5
#endif
int table[N][N][N][N];
int main(void) {
  int wanted;
  raddle_make_symbolic(table, sizeof table, "table");
  raddle_make_symbolic(&wanted, sizeof wanted, "wanted");
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        for (int l = 0; l < N; l++)
          if (table[i][j][k][l] == wanted)
            return i + j + k + l;
  return -1;
}
