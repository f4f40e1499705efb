// Bytes of malloc and free: the most ever held, and what is left.
//@ run: --resource heap => bound=140 net=100 exact=true witness.profile.0.cost=100 witness.profile.1.cost=40 certified=true
//@ run: --resource heap,instructions => bound=140 net=100
#include <stdlib.h>
int main(void) {
  char *all = malloc(100);
  for (int i = 0; i < 3; i++) {
    int *some = malloc(10 * sizeof(int));
    free(some);
  }
  return all == 0;
}
