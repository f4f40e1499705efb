// A Petri net with coloured tokens: 252 transitions over six places, tried one after the other in each of two rounds. How the
// colours of tokens compare is never known, where the token is matters for every transition.
//@ run: -DROUNDS=1 => exact=true
//@ run: --no-witness => bound>=8674 bound<=8733 stats.states<=5000
#ifndef ROUNDS
#define ROUNDS 2
#endif
#define PLACES 6
#define CAPACITY 5
static int count[PLACES];
static volatile long token[PLACES][CAPACITY];
extern long __VERIFIER_nondet_long(void);
#define COLOUR(place, index) ((void)token[place][index], __VERIFIER_nondet_long())
int main(void) {
  long x, y, z;
  count[0] = 1;
  for (int round = 0; round < ROUNDS; round++) {
    // Transition 0: a token goes from place 3 to place 5.
    if (count[3] >= 1 && count[5] < CAPACITY && COLOUR(3, 3) == COLOUR(3, 1)) {
      x = COLOUR(3, 3);
      y = COLOUR(3, 1);
      z = COLOUR(5, 4);
      if (x + 8 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[5] += 1;
        token[5][2] = y;
      }
    }
    // Transition 1: a token goes from place 0 to place 5.
    if (count[0] >= 1 && count[5] < CAPACITY && COLOUR(0, 4) > COLOUR(0, 3)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 3);
      z = COLOUR(5, 4);
      if (x + 3 > z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[5] += 1;
        token[5][0] = y;
      }
    }
    // Transition 2: a token goes from place 1 to place 5.
    if (count[1] >= 1 && count[5] < CAPACITY && COLOUR(1, 3) > COLOUR(1, 2)) {
      x = COLOUR(1, 3);
      y = COLOUR(1, 2);
      z = COLOUR(5, 4);
      if (x - y != 2) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[5] += 1;
        token[5][0] = x;
      }
    }
    // Transition 3: a token goes from place 3 to place 2.
    if (count[3] >= 1 && count[2] < CAPACITY && COLOUR(3, 4) < COLOUR(3, 0)) {
      x = COLOUR(3, 4);
      y = COLOUR(3, 0);
      z = COLOUR(2, 2);
      if (x + 4 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[2] += 1;
        token[2][4] = x;
      }
    }
    // Transition 4: a token goes from place 3 to place 0.
    if (count[3] >= 1 && count[0] < CAPACITY && COLOUR(3, 3) == COLOUR(3, 0)) {
      x = COLOUR(3, 3);
      y = COLOUR(3, 0);
      z = COLOUR(0, 0);
      if (x + 4 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[0] += 1;
        token[0][3] = z - x;
      }
    }
    // Transition 5: a token goes from place 3 to place 0.
    if (count[3] >= 1 && count[0] < CAPACITY && COLOUR(3, 1) < COLOUR(3, 2)) {
      x = COLOUR(3, 1);
      y = COLOUR(3, 2);
      z = COLOUR(0, 0);
      if (x + 5 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[0] += 1;
        token[0][0] = y;
      }
    }
    // Transition 6: a token goes from place 1 to place 0.
    if (count[1] >= 1 && count[0] < CAPACITY && COLOUR(1, 0) > COLOUR(1, 3)) {
      x = COLOUR(1, 0);
      y = COLOUR(1, 3);
      z = COLOUR(0, 1);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[0] += 1;
        token[0][1] = z - x;
      }
    }
    // Transition 7: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 3) == COLOUR(5, 4)) {
      x = COLOUR(5, 3);
      y = COLOUR(5, 4);
      z = COLOUR(3, 0);
      if (x + 5 > z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        count[3] += 1;
        token[3][1] = z - x;
      }
    }
    // Transition 8: a token goes from place 4 to place 5.
    if (count[4] >= 1 && count[5] < CAPACITY && COLOUR(4, 0) == COLOUR(4, 1)) {
      x = COLOUR(4, 0);
      y = COLOUR(4, 1);
      z = COLOUR(5, 3);
      if (x - y != 1) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[5] += 1;
        token[5][3] = x;
      }
    }
    // Transition 9: a token goes from place 0 to place 1.
    if (count[0] >= 1 && count[1] < CAPACITY && COLOUR(0, 4) == COLOUR(0, 1)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 1);
      z = COLOUR(1, 4);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[1] += 1;
        token[1][4] = z - x;
      }
    }
    // Transition 10: a token goes from place 4 to place 1.
    if (count[4] >= 1 && count[1] < CAPACITY && COLOUR(4, 1) < COLOUR(4, 4)) {
      x = COLOUR(4, 1);
      y = COLOUR(4, 4);
      z = COLOUR(1, 1);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[1] += 1;
        token[1][4] = y;
      }
    }
    // Transition 11: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 4) > COLOUR(5, 0)) {
      x = COLOUR(5, 4);
      y = COLOUR(5, 0);
      z = COLOUR(3, 0);
      if (x + 2 > z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        token[5][2] = COLOUR(5, 3);
        count[3] += 1;
        token[3][2] = y;
      }
    }
    // Transition 12: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 3) < COLOUR(5, 4)) {
      x = COLOUR(5, 3);
      y = COLOUR(5, 4);
      z = COLOUR(3, 4);
      if (y < z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        count[3] += 1;
        token[3][3] = x;
      }
    }
    // Transition 13: a token goes from place 2 to place 1.
    if (count[2] >= 1 && count[1] < CAPACITY && COLOUR(2, 0) < COLOUR(2, 4)) {
      x = COLOUR(2, 0);
      y = COLOUR(2, 4);
      z = COLOUR(1, 3);
      if (x + 8 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[1] += 1;
        token[1][1] = x + y;
      }
    }
    // Transition 14: a token goes from place 2 to place 5.
    if (count[2] >= 1 && count[5] < CAPACITY && COLOUR(2, 1) < COLOUR(2, 0)) {
      x = COLOUR(2, 1);
      y = COLOUR(2, 0);
      z = COLOUR(5, 1);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[5] += 1;
        token[5][0] = x;
      }
    }
    // Transition 15: a token goes from place 3 to place 2.
    if (count[3] >= 1 && count[2] < CAPACITY && COLOUR(3, 0) == COLOUR(3, 4)) {
      x = COLOUR(3, 0);
      y = COLOUR(3, 4);
      z = COLOUR(2, 3);
      if (x - y != 3) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[2] += 1;
        token[2][0] = x;
      }
    }
    // Transition 16: a token goes from place 3 to place 5.
    if (count[3] >= 1 && count[5] < CAPACITY && COLOUR(3, 0) < COLOUR(3, 1)) {
      x = COLOUR(3, 0);
      y = COLOUR(3, 1);
      z = COLOUR(5, 2);
      if (x + 2 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[5] += 1;
        token[5][0] = z - x;
      }
    }
    // Transition 17: a token goes from place 4 to place 0.
    if (count[4] >= 1 && count[0] < CAPACITY && COLOUR(4, 3) == COLOUR(4, 4)) {
      x = COLOUR(4, 3);
      y = COLOUR(4, 4);
      z = COLOUR(0, 4);
      if (x + 2 > z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[0] += 1;
        token[0][0] = x + y;
      }
    }
    // Transition 18: a token goes from place 3 to place 2.
    if (count[3] >= 1 && count[2] < CAPACITY && COLOUR(3, 4) > COLOUR(3, 3)) {
      x = COLOUR(3, 4);
      y = COLOUR(3, 3);
      z = COLOUR(2, 3);
      if (x - y != 1) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[2] += 1;
        token[2][0] = z - x;
      }
    }
    // Transition 19: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 3) < COLOUR(0, 4)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 4);
      z = COLOUR(2, 0);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[2] += 1;
        token[2][4] = y;
      }
    }
    // Transition 20: a token goes from place 4 to place 1.
    if (count[4] >= 1 && count[1] < CAPACITY && COLOUR(4, 3) == COLOUR(4, 4)) {
      x = COLOUR(4, 3);
      y = COLOUR(4, 4);
      z = COLOUR(1, 2);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[1] += 1;
        token[1][3] = y;
      }
    }
    // Transition 21: a token goes from place 1 to place 4.
    if (count[1] >= 1 && count[4] < CAPACITY && COLOUR(1, 4) == COLOUR(1, 2)) {
      x = COLOUR(1, 4);
      y = COLOUR(1, 2);
      z = COLOUR(4, 1);
      if (x - y != 4) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        count[4] += 1;
        token[4][0] = x + y;
      }
    }
    // Transition 22: a token goes from place 1 to place 0.
    if (count[1] >= 1 && count[0] < CAPACITY && COLOUR(1, 3) == COLOUR(1, 2)) {
      x = COLOUR(1, 3);
      y = COLOUR(1, 2);
      z = COLOUR(0, 3);
      if (x - y != 4) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[0] += 1;
        token[0][4] = z - x;
      }
    }
    // Transition 23: a token goes from place 2 to place 0.
    if (count[2] >= 1 && count[0] < CAPACITY && COLOUR(2, 2) < COLOUR(2, 0)) {
      x = COLOUR(2, 2);
      y = COLOUR(2, 0);
      z = COLOUR(0, 4);
      if (x + 6 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[0] += 1;
        token[0][1] = z - x;
      }
    }
    // Transition 24: a token goes from place 3 to place 1.
    if (count[3] >= 1 && count[1] < CAPACITY && COLOUR(3, 2) == COLOUR(3, 1)) {
      x = COLOUR(3, 2);
      y = COLOUR(3, 1);
      z = COLOUR(1, 0);
      if (x + 2 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[1] += 1;
        token[1][4] = x + y;
      }
    }
    // Transition 25: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 3) == COLOUR(0, 2)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 2);
      z = COLOUR(2, 0);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[2] += 1;
        token[2][2] = x + y;
      }
    }
    // Transition 26: a token goes from place 4 to place 5.
    if (count[4] >= 1 && count[5] < CAPACITY && COLOUR(4, 4) > COLOUR(4, 1)) {
      x = COLOUR(4, 4);
      y = COLOUR(4, 1);
      z = COLOUR(5, 1);
      if (z == y) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[5] += 1;
        token[5][3] = z - x;
      }
    }
    // Transition 27: a token goes from place 1 to place 0.
    if (count[1] >= 1 && count[0] < CAPACITY && COLOUR(1, 4) > COLOUR(1, 2)) {
      x = COLOUR(1, 4);
      y = COLOUR(1, 2);
      z = COLOUR(0, 2);
      if (x + 4 > z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        count[0] += 1;
        token[0][1] = z - x;
      }
    }
    // Transition 28: a token goes from place 0 to place 3.
    if (count[0] >= 1 && count[3] < CAPACITY && COLOUR(0, 2) == COLOUR(0, 4)) {
      x = COLOUR(0, 2);
      y = COLOUR(0, 4);
      z = COLOUR(3, 2);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[3] += 1;
        token[3][4] = z - x;
      }
    }
    // Transition 29: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 1) > COLOUR(2, 0)) {
      x = COLOUR(2, 1);
      y = COLOUR(2, 0);
      z = COLOUR(4, 0);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        count[4] += 1;
        token[4][1] = z - x;
      }
    }
    // Transition 30: a token goes from place 3 to place 5.
    if (count[3] >= 1 && count[5] < CAPACITY && COLOUR(3, 1) < COLOUR(3, 3)) {
      x = COLOUR(3, 1);
      y = COLOUR(3, 3);
      z = COLOUR(5, 4);
      if (x - y != 3) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[5] += 1;
        token[5][3] = y;
      }
    }
    // Transition 31: a token goes from place 2 to place 1.
    if (count[2] >= 1 && count[1] < CAPACITY && COLOUR(2, 4) > COLOUR(2, 2)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 2);
      z = COLOUR(1, 1);
      if (x + 7 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[1] += 1;
        token[1][3] = x;
      }
    }
    // Transition 32: a token goes from place 4 to place 0.
    if (count[4] >= 1 && count[0] < CAPACITY && COLOUR(4, 3) > COLOUR(4, 0)) {
      x = COLOUR(4, 3);
      y = COLOUR(4, 0);
      z = COLOUR(0, 0);
      if (z == y) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[0] += 1;
        token[0][3] = x + y;
      }
    }
    // Transition 33: a token goes from place 1 to place 4.
    if (count[1] >= 1 && count[4] < CAPACITY && COLOUR(1, 1) > COLOUR(1, 2)) {
      x = COLOUR(1, 1);
      y = COLOUR(1, 2);
      z = COLOUR(4, 3);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[4] += 1;
        token[4][4] = x;
      }
    }
    // Transition 34: a token goes from place 2 to place 1.
    if (count[2] >= 1 && count[1] < CAPACITY && COLOUR(2, 0) == COLOUR(2, 1)) {
      x = COLOUR(2, 0);
      y = COLOUR(2, 1);
      z = COLOUR(1, 1);
      if (x - y != 3) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[1] += 1;
        token[1][2] = y;
      }
    }
    // Transition 35: a token goes from place 4 to place 3.
    if (count[4] >= 1 && count[3] < CAPACITY && COLOUR(4, 3) < COLOUR(4, 0)) {
      x = COLOUR(4, 3);
      y = COLOUR(4, 0);
      z = COLOUR(3, 1);
      if (z == y) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[3] += 1;
        token[3][3] = y;
      }
    }
    // Transition 36: a token goes from place 4 to place 1.
    if (count[4] >= 1 && count[1] < CAPACITY && COLOUR(4, 1) == COLOUR(4, 4)) {
      x = COLOUR(4, 1);
      y = COLOUR(4, 4);
      z = COLOUR(1, 1);
      if (x - y != 2) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[1] += 1;
        token[1][2] = y;
      }
    }
    // Transition 37: a token goes from place 1 to place 2.
    if (count[1] >= 1 && count[2] < CAPACITY && COLOUR(1, 1) == COLOUR(1, 4)) {
      x = COLOUR(1, 1);
      y = COLOUR(1, 4);
      z = COLOUR(2, 0);
      if (x + 5 > z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[2] += 1;
        token[2][3] = y;
      }
    }
    // Transition 38: a token goes from place 1 to place 4.
    if (count[1] >= 1 && count[4] < CAPACITY && COLOUR(1, 0) < COLOUR(1, 1)) {
      x = COLOUR(1, 0);
      y = COLOUR(1, 1);
      z = COLOUR(4, 2);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        count[4] += 1;
        token[4][3] = x;
      }
    }
    // Transition 39: a token goes from place 0 to place 1.
    if (count[0] >= 1 && count[1] < CAPACITY && COLOUR(0, 4) == COLOUR(0, 3)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 3);
      z = COLOUR(1, 1);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[1] += 1;
        token[1][1] = x + y;
      }
    }
    // Transition 40: a token goes from place 5 to place 0.
    if (count[5] >= 1 && count[0] < CAPACITY && COLOUR(5, 0) > COLOUR(5, 1)) {
      x = COLOUR(5, 0);
      y = COLOUR(5, 1);
      z = COLOUR(0, 0);
      if (z == y) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        count[0] += 1;
        token[0][3] = x + y;
      }
    }
    // Transition 41: a token goes from place 3 to place 1.
    if (count[3] >= 1 && count[1] < CAPACITY && COLOUR(3, 2) == COLOUR(3, 0)) {
      x = COLOUR(3, 2);
      y = COLOUR(3, 0);
      z = COLOUR(1, 1);
      if (z == y) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[1] += 1;
        token[1][2] = z - x;
      }
    }
    // Transition 42: a token goes from place 1 to place 5.
    if (count[1] >= 1 && count[5] < CAPACITY && COLOUR(1, 0) < COLOUR(1, 4)) {
      x = COLOUR(1, 0);
      y = COLOUR(1, 4);
      z = COLOUR(5, 0);
      if (x - y != 2) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[5] += 1;
        token[5][2] = x;
      }
    }
    // Transition 43: a token goes from place 5 to place 1.
    if (count[5] >= 1 && count[1] < CAPACITY && COLOUR(5, 1) < COLOUR(5, 2)) {
      x = COLOUR(5, 1);
      y = COLOUR(5, 2);
      z = COLOUR(1, 3);
      if (y < z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        token[5][2] = COLOUR(5, 3);
        count[1] += 1;
        token[1][1] = x;
      }
    }
    // Transition 44: a token goes from place 2 to place 3.
    if (count[2] >= 1 && count[3] < CAPACITY && COLOUR(2, 0) < COLOUR(2, 4)) {
      x = COLOUR(2, 0);
      y = COLOUR(2, 4);
      z = COLOUR(3, 4);
      if (x - y != 2) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[3] += 1;
        token[3][2] = x + y;
      }
    }
    // Transition 45: a token goes from place 1 to place 4.
    if (count[1] >= 1 && count[4] < CAPACITY && COLOUR(1, 1) > COLOUR(1, 0)) {
      x = COLOUR(1, 1);
      y = COLOUR(1, 0);
      z = COLOUR(4, 4);
      if (x + 8 > z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[4] += 1;
        token[4][4] = x;
      }
    }
    // Transition 46: a token goes from place 0 to place 5.
    if (count[0] >= 1 && count[5] < CAPACITY && COLOUR(0, 1) > COLOUR(0, 2)) {
      x = COLOUR(0, 1);
      y = COLOUR(0, 2);
      z = COLOUR(5, 3);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[5] += 1;
        token[5][0] = x + y;
      }
    }
    // Transition 47: a token goes from place 2 to place 3.
    if (count[2] >= 1 && count[3] < CAPACITY && COLOUR(2, 4) == COLOUR(2, 3)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 3);
      z = COLOUR(3, 3);
      if (z == y) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[3] += 1;
        token[3][3] = z - x;
      }
    }
    // Transition 48: a token goes from place 1 to place 4.
    if (count[1] >= 1 && count[4] < CAPACITY && COLOUR(1, 4) > COLOUR(1, 0)) {
      x = COLOUR(1, 4);
      y = COLOUR(1, 0);
      z = COLOUR(4, 3);
      if (z == y) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[4] += 1;
        token[4][2] = x + y;
      }
    }
    // Transition 49: a token goes from place 4 to place 2.
    if (count[4] >= 1 && count[2] < CAPACITY && COLOUR(4, 2) < COLOUR(4, 4)) {
      x = COLOUR(4, 2);
      y = COLOUR(4, 4);
      z = COLOUR(2, 0);
      if (x + 1 > z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[2] += 1;
        token[2][1] = z - x;
      }
    }
    // Transition 50: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 2) == COLOUR(5, 3)) {
      x = COLOUR(5, 2);
      y = COLOUR(5, 3);
      z = COLOUR(3, 4);
      if (y < z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        count[3] += 1;
        token[3][3] = x + y;
      }
    }
    // Transition 51: a token goes from place 1 to place 0.
    if (count[1] >= 1 && count[0] < CAPACITY && COLOUR(1, 0) == COLOUR(1, 3)) {
      x = COLOUR(1, 0);
      y = COLOUR(1, 3);
      z = COLOUR(0, 1);
      if (z == y) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[0] += 1;
        token[0][0] = y;
      }
    }
    // Transition 52: a token goes from place 0 to place 3.
    if (count[0] >= 1 && count[3] < CAPACITY && COLOUR(0, 1) < COLOUR(0, 0)) {
      x = COLOUR(0, 1);
      y = COLOUR(0, 0);
      z = COLOUR(3, 3);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[3] += 1;
        token[3][2] = z - x;
      }
    }
    // Transition 53: a token goes from place 2 to place 5.
    if (count[2] >= 1 && count[5] < CAPACITY && COLOUR(2, 2) == COLOUR(2, 1)) {
      x = COLOUR(2, 2);
      y = COLOUR(2, 1);
      z = COLOUR(5, 3);
      if (x - y != 3) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        count[5] += 1;
        token[5][2] = y;
      }
    }
    // Transition 54: a token goes from place 5 to place 2.
    if (count[5] >= 1 && count[2] < CAPACITY && COLOUR(5, 1) == COLOUR(5, 4)) {
      x = COLOUR(5, 1);
      y = COLOUR(5, 4);
      z = COLOUR(2, 0);
      if (x - y != 1) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        count[2] += 1;
        token[2][3] = x;
      }
    }
    // Transition 55: a token goes from place 4 to place 0.
    if (count[4] >= 1 && count[0] < CAPACITY && COLOUR(4, 1) == COLOUR(4, 2)) {
      x = COLOUR(4, 1);
      y = COLOUR(4, 2);
      z = COLOUR(0, 0);
      if (x - y != 2) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[0] += 1;
        token[0][3] = x + y;
      }
    }
    // Transition 56: a token goes from place 1 to place 3.
    if (count[1] >= 1 && count[3] < CAPACITY && COLOUR(1, 3) == COLOUR(1, 1)) {
      x = COLOUR(1, 3);
      y = COLOUR(1, 1);
      z = COLOUR(3, 0);
      if (z == y) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[3] += 1;
        token[3][2] = z - x;
      }
    }
    // Transition 57: a token goes from place 1 to place 3.
    if (count[1] >= 1 && count[3] < CAPACITY && COLOUR(1, 4) < COLOUR(1, 2)) {
      x = COLOUR(1, 4);
      y = COLOUR(1, 2);
      z = COLOUR(3, 4);
      if (x - y != 4) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[3] += 1;
        token[3][0] = z - x;
      }
    }
    // Transition 58: a token goes from place 2 to place 0.
    if (count[2] >= 1 && count[0] < CAPACITY && COLOUR(2, 0) > COLOUR(2, 3)) {
      x = COLOUR(2, 0);
      y = COLOUR(2, 3);
      z = COLOUR(0, 3);
      if (x + 5 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        count[0] += 1;
        token[0][1] = x;
      }
    }
    // Transition 59: a token goes from place 5 to place 2.
    if (count[5] >= 1 && count[2] < CAPACITY && COLOUR(5, 2) == COLOUR(5, 4)) {
      x = COLOUR(5, 2);
      y = COLOUR(5, 4);
      z = COLOUR(2, 1);
      if (x - y != 3) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        count[2] += 1;
        token[2][2] = z - x;
      }
    }
    // Transition 60: a token goes from place 4 to place 5.
    if (count[4] >= 1 && count[5] < CAPACITY && COLOUR(4, 3) > COLOUR(4, 2)) {
      x = COLOUR(4, 3);
      y = COLOUR(4, 2);
      z = COLOUR(5, 2);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[5] += 1;
        token[5][2] = x + y;
      }
    }
    // Transition 61: a token goes from place 0 to place 3.
    if (count[0] >= 1 && count[3] < CAPACITY && COLOUR(0, 4) == COLOUR(0, 3)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 3);
      z = COLOUR(3, 4);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[3] += 1;
        token[3][4] = y;
      }
    }
    // Transition 62: a token goes from place 1 to place 0.
    if (count[1] >= 1 && count[0] < CAPACITY && COLOUR(1, 2) == COLOUR(1, 0)) {
      x = COLOUR(1, 2);
      y = COLOUR(1, 0);
      z = COLOUR(0, 4);
      if (x - y != 2) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        count[0] += 1;
        token[0][3] = x;
      }
    }
    // Transition 63: a token goes from place 4 to place 5.
    if (count[4] >= 1 && count[5] < CAPACITY && COLOUR(4, 4) < COLOUR(4, 0)) {
      x = COLOUR(4, 4);
      y = COLOUR(4, 0);
      z = COLOUR(5, 0);
      if (x - y != 1) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[5] += 1;
        token[5][0] = y;
      }
    }
    // Transition 64: a token goes from place 0 to place 4.
    if (count[0] >= 1 && count[4] < CAPACITY && COLOUR(0, 1) < COLOUR(0, 3)) {
      x = COLOUR(0, 1);
      y = COLOUR(0, 3);
      z = COLOUR(4, 3);
      if (x - y != 3) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[4] += 1;
        token[4][1] = z - x;
      }
    }
    // Transition 65: a token goes from place 3 to place 5.
    if (count[3] >= 1 && count[5] < CAPACITY && COLOUR(3, 4) > COLOUR(3, 0)) {
      x = COLOUR(3, 4);
      y = COLOUR(3, 0);
      z = COLOUR(5, 2);
      if (x + 1 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[5] += 1;
        token[5][4] = x;
      }
    }
    // Transition 66: a token goes from place 4 to place 2.
    if (count[4] >= 1 && count[2] < CAPACITY && COLOUR(4, 0) > COLOUR(4, 3)) {
      x = COLOUR(4, 0);
      y = COLOUR(4, 3);
      z = COLOUR(2, 1);
      if (z == y) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[2] += 1;
        token[2][1] = x + y;
      }
    }
    // Transition 67: a token goes from place 1 to place 4.
    if (count[1] >= 1 && count[4] < CAPACITY && COLOUR(1, 4) < COLOUR(1, 2)) {
      x = COLOUR(1, 4);
      y = COLOUR(1, 2);
      z = COLOUR(4, 0);
      if (x + 8 > z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[4] += 1;
        token[4][1] = y;
      }
    }
    // Transition 68: a token goes from place 0 to place 4.
    if (count[0] >= 1 && count[4] < CAPACITY && COLOUR(0, 4) == COLOUR(0, 3)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 3);
      z = COLOUR(4, 2);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[4] += 1;
        token[4][1] = y;
      }
    }
    // Transition 69: a token goes from place 4 to place 3.
    if (count[4] >= 1 && count[3] < CAPACITY && COLOUR(4, 4) > COLOUR(4, 1)) {
      x = COLOUR(4, 4);
      y = COLOUR(4, 1);
      z = COLOUR(3, 1);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[3] += 1;
        token[3][4] = z - x;
      }
    }
    // Transition 70: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 2) > COLOUR(2, 0)) {
      x = COLOUR(2, 2);
      y = COLOUR(2, 0);
      z = COLOUR(4, 1);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[4] += 1;
        token[4][3] = x + y;
      }
    }
    // Transition 71: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 3) > COLOUR(0, 2)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 2);
      z = COLOUR(2, 1);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[2] += 1;
        token[2][2] = y;
      }
    }
    // Transition 72: a token goes from place 2 to place 5.
    if (count[2] >= 1 && count[5] < CAPACITY && COLOUR(2, 4) == COLOUR(2, 2)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 2);
      z = COLOUR(5, 1);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[5] += 1;
        token[5][1] = x;
      }
    }
    // Transition 73: a token goes from place 2 to place 3.
    if (count[2] >= 1 && count[3] < CAPACITY && COLOUR(2, 4) > COLOUR(2, 0)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 0);
      z = COLOUR(3, 3);
      if (x + 2 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[3] += 1;
        token[3][3] = y;
      }
    }
    // Transition 74: a token goes from place 5 to place 0.
    if (count[5] >= 1 && count[0] < CAPACITY && COLOUR(5, 1) > COLOUR(5, 0)) {
      x = COLOUR(5, 1);
      y = COLOUR(5, 0);
      z = COLOUR(0, 4);
      if (x - y != 2) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        count[0] += 1;
        token[0][2] = z - x;
      }
    }
    // Transition 75: a token goes from place 0 to place 5.
    if (count[0] >= 1 && count[5] < CAPACITY && COLOUR(0, 3) < COLOUR(0, 0)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 0);
      z = COLOUR(5, 0);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[5] += 1;
        token[5][3] = x;
      }
    }
    // Transition 76: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 3) == COLOUR(5, 4)) {
      x = COLOUR(5, 3);
      y = COLOUR(5, 4);
      z = COLOUR(3, 2);
      if (x + 2 > z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        token[5][2] = COLOUR(5, 3);
        count[3] += 1;
        token[3][1] = y;
      }
    }
    // Transition 77: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 2) > COLOUR(2, 4)) {
      x = COLOUR(2, 2);
      y = COLOUR(2, 4);
      z = COLOUR(4, 4);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[4] += 1;
        token[4][3] = x;
      }
    }
    // Transition 78: a token goes from place 2 to place 3.
    if (count[2] >= 1 && count[3] < CAPACITY && COLOUR(2, 4) < COLOUR(2, 3)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 3);
      z = COLOUR(3, 3);
      if (x + 7 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[3] += 1;
        token[3][4] = x;
      }
    }
    // Transition 79: a token goes from place 1 to place 2.
    if (count[1] >= 1 && count[2] < CAPACITY && COLOUR(1, 1) == COLOUR(1, 3)) {
      x = COLOUR(1, 1);
      y = COLOUR(1, 3);
      z = COLOUR(2, 3);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        count[2] += 1;
        token[2][1] = x;
      }
    }
    // Transition 80: a token goes from place 3 to place 4.
    if (count[3] >= 1 && count[4] < CAPACITY && COLOUR(3, 2) == COLOUR(3, 3)) {
      x = COLOUR(3, 2);
      y = COLOUR(3, 3);
      z = COLOUR(4, 1);
      if (z == y) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[4] += 1;
        token[4][3] = x;
      }
    }
    // Transition 81: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 2) == COLOUR(5, 1)) {
      x = COLOUR(5, 2);
      y = COLOUR(5, 1);
      z = COLOUR(3, 2);
      if (x - y != 2) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        count[3] += 1;
        token[3][3] = x;
      }
    }
    // Transition 82: a token goes from place 4 to place 3.
    if (count[4] >= 1 && count[3] < CAPACITY && COLOUR(4, 4) < COLOUR(4, 2)) {
      x = COLOUR(4, 4);
      y = COLOUR(4, 2);
      z = COLOUR(3, 0);
      if (x - y != 3) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[3] += 1;
        token[3][1] = x + y;
      }
    }
    // Transition 83: a token goes from place 4 to place 5.
    if (count[4] >= 1 && count[5] < CAPACITY && COLOUR(4, 1) == COLOUR(4, 4)) {
      x = COLOUR(4, 1);
      y = COLOUR(4, 4);
      z = COLOUR(5, 4);
      if (x + 1 > z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[5] += 1;
        token[5][1] = z - x;
      }
    }
    // Transition 84: a token goes from place 4 to place 3.
    if (count[4] >= 1 && count[3] < CAPACITY && COLOUR(4, 2) < COLOUR(4, 0)) {
      x = COLOUR(4, 2);
      y = COLOUR(4, 0);
      z = COLOUR(3, 2);
      if (z == y) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[3] += 1;
        token[3][1] = y;
      }
    }
    // Transition 85: a token goes from place 4 to place 5.
    if (count[4] >= 1 && count[5] < CAPACITY && COLOUR(4, 4) < COLOUR(4, 0)) {
      x = COLOUR(4, 4);
      y = COLOUR(4, 0);
      z = COLOUR(5, 1);
      if (x + 6 > z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[5] += 1;
        token[5][2] = x + y;
      }
    }
    // Transition 86: a token goes from place 1 to place 5.
    if (count[1] >= 1 && count[5] < CAPACITY && COLOUR(1, 1) == COLOUR(1, 4)) {
      x = COLOUR(1, 1);
      y = COLOUR(1, 4);
      z = COLOUR(5, 3);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[5] += 1;
        token[5][1] = x + y;
      }
    }
    // Transition 87: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 4) == COLOUR(5, 0)) {
      x = COLOUR(5, 4);
      y = COLOUR(5, 0);
      z = COLOUR(3, 1);
      if (x + 7 > z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        count[3] += 1;
        token[3][4] = z - x;
      }
    }
    // Transition 88: a token goes from place 0 to place 5.
    if (count[0] >= 1 && count[5] < CAPACITY && COLOUR(0, 1) == COLOUR(0, 2)) {
      x = COLOUR(0, 1);
      y = COLOUR(0, 2);
      z = COLOUR(5, 2);
      if (x + 4 > z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[5] += 1;
        token[5][0] = y;
      }
    }
    // Transition 89: a token goes from place 3 to place 4.
    if (count[3] >= 1 && count[4] < CAPACITY && COLOUR(3, 0) < COLOUR(3, 3)) {
      x = COLOUR(3, 0);
      y = COLOUR(3, 3);
      z = COLOUR(4, 3);
      if (z == y) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[4] += 1;
        token[4][3] = z - x;
      }
    }
    // Transition 90: a token goes from place 0 to place 5.
    if (count[0] >= 1 && count[5] < CAPACITY && COLOUR(0, 4) > COLOUR(0, 2)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 2);
      z = COLOUR(5, 3);
      if (x + 1 > z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[5] += 1;
        token[5][4] = z - x;
      }
    }
    // Transition 91: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 2) == COLOUR(5, 4)) {
      x = COLOUR(5, 2);
      y = COLOUR(5, 4);
      z = COLOUR(3, 1);
      if (y < z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        token[5][2] = COLOUR(5, 3);
        count[3] += 1;
        token[3][3] = x;
      }
    }
    // Transition 92: a token goes from place 3 to place 0.
    if (count[3] >= 1 && count[0] < CAPACITY && COLOUR(3, 1) > COLOUR(3, 2)) {
      x = COLOUR(3, 1);
      y = COLOUR(3, 2);
      z = COLOUR(0, 1);
      if (z == y) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[0] += 1;
        token[0][1] = y;
      }
    }
    // Transition 93: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 0) == COLOUR(5, 4)) {
      x = COLOUR(5, 0);
      y = COLOUR(5, 4);
      z = COLOUR(3, 4);
      if (z == y) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        count[3] += 1;
        token[3][2] = y;
      }
    }
    // Transition 94: a token goes from place 5 to place 2.
    if (count[5] >= 1 && count[2] < CAPACITY && COLOUR(5, 2) == COLOUR(5, 1)) {
      x = COLOUR(5, 2);
      y = COLOUR(5, 1);
      z = COLOUR(2, 3);
      if (y < z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        count[2] += 1;
        token[2][4] = y;
      }
    }
    // Transition 95: a token goes from place 0 to place 3.
    if (count[0] >= 1 && count[3] < CAPACITY && COLOUR(0, 3) < COLOUR(0, 2)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 2);
      z = COLOUR(3, 2);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[3] += 1;
        token[3][1] = x + y;
      }
    }
    // Transition 96: a token goes from place 5 to place 0.
    if (count[5] >= 1 && count[0] < CAPACITY && COLOUR(5, 2) > COLOUR(5, 4)) {
      x = COLOUR(5, 2);
      y = COLOUR(5, 4);
      z = COLOUR(0, 0);
      if (y < z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        count[0] += 1;
        token[0][0] = x;
      }
    }
    // Transition 97: a token goes from place 2 to place 3.
    if (count[2] >= 1 && count[3] < CAPACITY && COLOUR(2, 3) < COLOUR(2, 1)) {
      x = COLOUR(2, 3);
      y = COLOUR(2, 1);
      z = COLOUR(3, 3);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[3] += 1;
        token[3][2] = x;
      }
    }
    // Transition 98: a token goes from place 5 to place 1.
    if (count[5] >= 1 && count[1] < CAPACITY && COLOUR(5, 1) < COLOUR(5, 4)) {
      x = COLOUR(5, 1);
      y = COLOUR(5, 4);
      z = COLOUR(1, 2);
      if (y < z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        count[1] += 1;
        token[1][1] = y;
      }
    }
    // Transition 99: a token goes from place 2 to place 1.
    if (count[2] >= 1 && count[1] < CAPACITY && COLOUR(2, 3) > COLOUR(2, 0)) {
      x = COLOUR(2, 3);
      y = COLOUR(2, 0);
      z = COLOUR(1, 4);
      if (x + 2 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[1] += 1;
        token[1][4] = x + y;
      }
    }
    // Transition 100: a token goes from place 4 to place 2.
    if (count[4] >= 1 && count[2] < CAPACITY && COLOUR(4, 4) == COLOUR(4, 0)) {
      x = COLOUR(4, 4);
      y = COLOUR(4, 0);
      z = COLOUR(2, 2);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[2] += 1;
        token[2][4] = x;
      }
    }
    // Transition 101: a token goes from place 1 to place 2.
    if (count[1] >= 1 && count[2] < CAPACITY && COLOUR(1, 4) > COLOUR(1, 3)) {
      x = COLOUR(1, 4);
      y = COLOUR(1, 3);
      z = COLOUR(2, 0);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        count[2] += 1;
        token[2][4] = x + y;
      }
    }
    // Transition 102: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 4) == COLOUR(2, 2)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 2);
      z = COLOUR(4, 4);
      if (z == y) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[4] += 1;
        token[4][3] = x + y;
      }
    }
    // Transition 103: a token goes from place 5 to place 1.
    if (count[5] >= 1 && count[1] < CAPACITY && COLOUR(5, 3) > COLOUR(5, 1)) {
      x = COLOUR(5, 3);
      y = COLOUR(5, 1);
      z = COLOUR(1, 2);
      if (x + 1 > z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        token[5][2] = COLOUR(5, 3);
        count[1] += 1;
        token[1][3] = y;
      }
    }
    // Transition 104: a token goes from place 2 to place 1.
    if (count[2] >= 1 && count[1] < CAPACITY && COLOUR(2, 0) > COLOUR(2, 3)) {
      x = COLOUR(2, 0);
      y = COLOUR(2, 3);
      z = COLOUR(1, 4);
      if (x + 8 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[1] += 1;
        token[1][0] = y;
      }
    }
    // Transition 105: a token goes from place 4 to place 5.
    if (count[4] >= 1 && count[5] < CAPACITY && COLOUR(4, 1) == COLOUR(4, 4)) {
      x = COLOUR(4, 1);
      y = COLOUR(4, 4);
      z = COLOUR(5, 2);
      if (x - y != 1) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[5] += 1;
        token[5][4] = x + y;
      }
    }
    // Transition 106: a token goes from place 4 to place 3.
    if (count[4] >= 1 && count[3] < CAPACITY && COLOUR(4, 4) > COLOUR(4, 1)) {
      x = COLOUR(4, 4);
      y = COLOUR(4, 1);
      z = COLOUR(3, 2);
      if (z == y) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[3] += 1;
        token[3][4] = z - x;
      }
    }
    // Transition 107: a token goes from place 0 to place 3.
    if (count[0] >= 1 && count[3] < CAPACITY && COLOUR(0, 3) == COLOUR(0, 2)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 2);
      z = COLOUR(3, 0);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[3] += 1;
        token[3][3] = x;
      }
    }
    // Transition 108: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 4) == COLOUR(0, 1)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 1);
      z = COLOUR(2, 3);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[2] += 1;
        token[2][0] = y;
      }
    }
    // Transition 109: a token goes from place 2 to place 3.
    if (count[2] >= 1 && count[3] < CAPACITY && COLOUR(2, 4) > COLOUR(2, 1)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 1);
      z = COLOUR(3, 3);
      if (x - y != 2) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        count[3] += 1;
        token[3][2] = y;
      }
    }
    // Transition 110: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 4) < COLOUR(0, 0)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 0);
      z = COLOUR(2, 4);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[2] += 1;
        token[2][3] = z - x;
      }
    }
    // Transition 111: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 2) == COLOUR(0, 1)) {
      x = COLOUR(0, 2);
      y = COLOUR(0, 1);
      z = COLOUR(2, 4);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[2] += 1;
        token[2][1] = z - x;
      }
    }
    // Transition 112: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 3) > COLOUR(2, 1)) {
      x = COLOUR(2, 3);
      y = COLOUR(2, 1);
      z = COLOUR(4, 1);
      if (x + 7 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[4] += 1;
        token[4][2] = x + y;
      }
    }
    // Transition 113: a token goes from place 2 to place 5.
    if (count[2] >= 1 && count[5] < CAPACITY && COLOUR(2, 4) < COLOUR(2, 1)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 1);
      z = COLOUR(5, 4);
      if (x - y != 2) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[5] += 1;
        token[5][2] = x;
      }
    }
    // Transition 114: a token goes from place 1 to place 3.
    if (count[1] >= 1 && count[3] < CAPACITY && COLOUR(1, 1) == COLOUR(1, 0)) {
      x = COLOUR(1, 1);
      y = COLOUR(1, 0);
      z = COLOUR(3, 2);
      if (x + 7 > z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[3] += 1;
        token[3][2] = x + y;
      }
    }
    // Transition 115: a token goes from place 4 to place 0.
    if (count[4] >= 1 && count[0] < CAPACITY && COLOUR(4, 3) > COLOUR(4, 1)) {
      x = COLOUR(4, 3);
      y = COLOUR(4, 1);
      z = COLOUR(0, 0);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[0] += 1;
        token[0][1] = x + y;
      }
    }
    // Transition 116: a token goes from place 3 to place 4.
    if (count[3] >= 1 && count[4] < CAPACITY && COLOUR(3, 4) < COLOUR(3, 1)) {
      x = COLOUR(3, 4);
      y = COLOUR(3, 1);
      z = COLOUR(4, 2);
      if (y < z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[4] += 1;
        token[4][2] = z - x;
      }
    }
    // Transition 117: a token goes from place 3 to place 1.
    if (count[3] >= 1 && count[1] < CAPACITY && COLOUR(3, 4) == COLOUR(3, 2)) {
      x = COLOUR(3, 4);
      y = COLOUR(3, 2);
      z = COLOUR(1, 0);
      if (x - y != 3) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[1] += 1;
        token[1][1] = y;
      }
    }
    // Transition 118: a token goes from place 0 to place 1.
    if (count[0] >= 1 && count[1] < CAPACITY && COLOUR(0, 4) < COLOUR(0, 0)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 0);
      z = COLOUR(1, 0);
      if (x + 4 > z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[1] += 1;
        token[1][1] = x + y;
      }
    }
    // Transition 119: a token goes from place 0 to place 4.
    if (count[0] >= 1 && count[4] < CAPACITY && COLOUR(0, 3) == COLOUR(0, 4)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 4);
      z = COLOUR(4, 3);
      if (x - y != 3) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[4] += 1;
        token[4][2] = y;
      }
    }
    // Transition 120: a token goes from place 1 to place 4.
    if (count[1] >= 1 && count[4] < CAPACITY && COLOUR(1, 3) < COLOUR(1, 1)) {
      x = COLOUR(1, 3);
      y = COLOUR(1, 1);
      z = COLOUR(4, 1);
      if (z == y) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        count[4] += 1;
        token[4][3] = x + y;
      }
    }
    // Transition 121: a token goes from place 5 to place 4.
    if (count[5] >= 1 && count[4] < CAPACITY && COLOUR(5, 0) == COLOUR(5, 3)) {
      x = COLOUR(5, 0);
      y = COLOUR(5, 3);
      z = COLOUR(4, 2);
      if (x - y != 4) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        count[4] += 1;
        token[4][3] = z - x;
      }
    }
    // Transition 122: a token goes from place 4 to place 2.
    if (count[4] >= 1 && count[2] < CAPACITY && COLOUR(4, 2) == COLOUR(4, 4)) {
      x = COLOUR(4, 2);
      y = COLOUR(4, 4);
      z = COLOUR(2, 0);
      if (x - y != 3) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[2] += 1;
        token[2][4] = x + y;
      }
    }
    // Transition 123: a token goes from place 2 to place 1.
    if (count[2] >= 1 && count[1] < CAPACITY && COLOUR(2, 3) < COLOUR(2, 2)) {
      x = COLOUR(2, 3);
      y = COLOUR(2, 2);
      z = COLOUR(1, 0);
      if (x + 4 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[1] += 1;
        token[1][4] = z - x;
      }
    }
    // Transition 124: a token goes from place 4 to place 3.
    if (count[4] >= 1 && count[3] < CAPACITY && COLOUR(4, 2) > COLOUR(4, 0)) {
      x = COLOUR(4, 2);
      y = COLOUR(4, 0);
      z = COLOUR(3, 3);
      if (x + 7 > z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[3] += 1;
        token[3][4] = x + y;
      }
    }
    // Transition 125: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 3) == COLOUR(2, 0)) {
      x = COLOUR(2, 3);
      y = COLOUR(2, 0);
      z = COLOUR(4, 4);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        count[4] += 1;
        token[4][1] = y;
      }
    }
    // Transition 126: a token goes from place 4 to place 0.
    if (count[4] >= 1 && count[0] < CAPACITY && COLOUR(4, 3) == COLOUR(4, 0)) {
      x = COLOUR(4, 3);
      y = COLOUR(4, 0);
      z = COLOUR(0, 4);
      if (x - y != 1) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[0] += 1;
        token[0][2] = x;
      }
    }
    // Transition 127: a token goes from place 0 to place 3.
    if (count[0] >= 1 && count[3] < CAPACITY && COLOUR(0, 3) == COLOUR(0, 1)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 1);
      z = COLOUR(3, 1);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[3] += 1;
        token[3][2] = x + y;
      }
    }
    // Transition 128: a token goes from place 3 to place 2.
    if (count[3] >= 1 && count[2] < CAPACITY && COLOUR(3, 4) == COLOUR(3, 3)) {
      x = COLOUR(3, 4);
      y = COLOUR(3, 3);
      z = COLOUR(2, 1);
      if (y < z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[2] += 1;
        token[2][1] = x;
      }
    }
    // Transition 129: a token goes from place 0 to place 1.
    if (count[0] >= 1 && count[1] < CAPACITY && COLOUR(0, 0) > COLOUR(0, 3)) {
      x = COLOUR(0, 0);
      y = COLOUR(0, 3);
      z = COLOUR(1, 0);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[1] += 1;
        token[1][2] = x + y;
      }
    }
    // Transition 130: a token goes from place 3 to place 5.
    if (count[3] >= 1 && count[5] < CAPACITY && COLOUR(3, 2) < COLOUR(3, 4)) {
      x = COLOUR(3, 2);
      y = COLOUR(3, 4);
      z = COLOUR(5, 2);
      if (y < z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[5] += 1;
        token[5][1] = z - x;
      }
    }
    // Transition 131: a token goes from place 5 to place 1.
    if (count[5] >= 1 && count[1] < CAPACITY && COLOUR(5, 2) == COLOUR(5, 1)) {
      x = COLOUR(5, 2);
      y = COLOUR(5, 1);
      z = COLOUR(1, 1);
      if (y < z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        token[5][2] = COLOUR(5, 3);
        count[1] += 1;
        token[1][1] = x;
      }
    }
    // Transition 132: a token goes from place 3 to place 5.
    if (count[3] >= 1 && count[5] < CAPACITY && COLOUR(3, 2) > COLOUR(3, 4)) {
      x = COLOUR(3, 2);
      y = COLOUR(3, 4);
      z = COLOUR(5, 2);
      if (y < z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[5] += 1;
        token[5][1] = x;
      }
    }
    // Transition 133: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 2) > COLOUR(0, 0)) {
      x = COLOUR(0, 2);
      y = COLOUR(0, 0);
      z = COLOUR(2, 2);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[2] += 1;
        token[2][0] = x + y;
      }
    }
    // Transition 134: a token goes from place 3 to place 2.
    if (count[3] >= 1 && count[2] < CAPACITY && COLOUR(3, 3) == COLOUR(3, 4)) {
      x = COLOUR(3, 3);
      y = COLOUR(3, 4);
      z = COLOUR(2, 4);
      if (x - y != 2) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[2] += 1;
        token[2][3] = y;
      }
    }
    // Transition 135: a token goes from place 0 to place 5.
    if (count[0] >= 1 && count[5] < CAPACITY && COLOUR(0, 3) == COLOUR(0, 4)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 4);
      z = COLOUR(5, 1);
      if (x - y != 1) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[5] += 1;
        token[5][4] = y;
      }
    }
    // Transition 136: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 2) == COLOUR(2, 1)) {
      x = COLOUR(2, 2);
      y = COLOUR(2, 1);
      z = COLOUR(4, 3);
      if (x - y != 3) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[4] += 1;
        token[4][0] = y;
      }
    }
    // Transition 137: a token goes from place 0 to place 1.
    if (count[0] >= 1 && count[1] < CAPACITY && COLOUR(0, 0) == COLOUR(0, 4)) {
      x = COLOUR(0, 0);
      y = COLOUR(0, 4);
      z = COLOUR(1, 2);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[1] += 1;
        token[1][3] = x;
      }
    }
    // Transition 138: a token goes from place 3 to place 2.
    if (count[3] >= 1 && count[2] < CAPACITY && COLOUR(3, 3) == COLOUR(3, 0)) {
      x = COLOUR(3, 3);
      y = COLOUR(3, 0);
      z = COLOUR(2, 4);
      if (y < z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[2] += 1;
        token[2][1] = z - x;
      }
    }
    // Transition 139: a token goes from place 4 to place 0.
    if (count[4] >= 1 && count[0] < CAPACITY && COLOUR(4, 0) == COLOUR(4, 1)) {
      x = COLOUR(4, 0);
      y = COLOUR(4, 1);
      z = COLOUR(0, 0);
      if (x + 5 > z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[0] += 1;
        token[0][2] = x;
      }
    }
    // Transition 140: a token goes from place 4 to place 3.
    if (count[4] >= 1 && count[3] < CAPACITY && COLOUR(4, 1) < COLOUR(4, 0)) {
      x = COLOUR(4, 1);
      y = COLOUR(4, 0);
      z = COLOUR(3, 0);
      if (z == y) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[3] += 1;
        token[3][2] = x;
      }
    }
    // Transition 141: a token goes from place 3 to place 4.
    if (count[3] >= 1 && count[4] < CAPACITY && COLOUR(3, 2) == COLOUR(3, 0)) {
      x = COLOUR(3, 2);
      y = COLOUR(3, 0);
      z = COLOUR(4, 4);
      if (x - y != 2) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[4] += 1;
        token[4][2] = x + y;
      }
    }
    // Transition 142: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 2) == COLOUR(2, 4)) {
      x = COLOUR(2, 2);
      y = COLOUR(2, 4);
      z = COLOUR(4, 2);
      if (x - y != 3) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[4] += 1;
        token[4][1] = y;
      }
    }
    // Transition 143: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 2) == COLOUR(0, 1)) {
      x = COLOUR(0, 2);
      y = COLOUR(0, 1);
      z = COLOUR(2, 2);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[2] += 1;
        token[2][2] = y;
      }
    }
    // Transition 144: a token goes from place 3 to place 0.
    if (count[3] >= 1 && count[0] < CAPACITY && COLOUR(3, 3) > COLOUR(3, 0)) {
      x = COLOUR(3, 3);
      y = COLOUR(3, 0);
      z = COLOUR(0, 0);
      if (x + 6 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[0] += 1;
        token[0][2] = x;
      }
    }
    // Transition 145: a token goes from place 4 to place 0.
    if (count[4] >= 1 && count[0] < CAPACITY && COLOUR(4, 2) > COLOUR(4, 3)) {
      x = COLOUR(4, 2);
      y = COLOUR(4, 3);
      z = COLOUR(0, 1);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[0] += 1;
        token[0][0] = z - x;
      }
    }
    // Transition 146: a token goes from place 2 to place 1.
    if (count[2] >= 1 && count[1] < CAPACITY && COLOUR(2, 4) == COLOUR(2, 0)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 0);
      z = COLOUR(1, 3);
      if (x - y != 2) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        count[1] += 1;
        token[1][3] = x;
      }
    }
    // Transition 147: a token goes from place 0 to place 4.
    if (count[0] >= 1 && count[4] < CAPACITY && COLOUR(0, 3) > COLOUR(0, 4)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 4);
      z = COLOUR(4, 4);
      if (x + 4 > z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[4] += 1;
        token[4][0] = z - x;
      }
    }
    // Transition 148: a token goes from place 3 to place 2.
    if (count[3] >= 1 && count[2] < CAPACITY && COLOUR(3, 0) < COLOUR(3, 4)) {
      x = COLOUR(3, 0);
      y = COLOUR(3, 4);
      z = COLOUR(2, 1);
      if (x - y != 3) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[2] += 1;
        token[2][4] = x + y;
      }
    }
    // Transition 149: a token goes from place 1 to place 4.
    if (count[1] >= 1 && count[4] < CAPACITY && COLOUR(1, 3) == COLOUR(1, 0)) {
      x = COLOUR(1, 3);
      y = COLOUR(1, 0);
      z = COLOUR(4, 3);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[4] += 1;
        token[4][1] = x;
      }
    }
    // Transition 150: a token goes from place 0 to place 5.
    if (count[0] >= 1 && count[5] < CAPACITY && COLOUR(0, 2) == COLOUR(0, 0)) {
      x = COLOUR(0, 2);
      y = COLOUR(0, 0);
      z = COLOUR(5, 0);
      if (x - y != 3) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[5] += 1;
        token[5][1] = x;
      }
    }
    // Transition 151: a token goes from place 3 to place 1.
    if (count[3] >= 1 && count[1] < CAPACITY && COLOUR(3, 2) == COLOUR(3, 1)) {
      x = COLOUR(3, 2);
      y = COLOUR(3, 1);
      z = COLOUR(1, 0);
      if (y < z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[1] += 1;
        token[1][3] = x;
      }
    }
    // Transition 152: a token goes from place 4 to place 0.
    if (count[4] >= 1 && count[0] < CAPACITY && COLOUR(4, 2) == COLOUR(4, 1)) {
      x = COLOUR(4, 2);
      y = COLOUR(4, 1);
      z = COLOUR(0, 2);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[0] += 1;
        token[0][0] = z - x;
      }
    }
    // Transition 153: a token goes from place 1 to place 5.
    if (count[1] >= 1 && count[5] < CAPACITY && COLOUR(1, 0) > COLOUR(1, 3)) {
      x = COLOUR(1, 0);
      y = COLOUR(1, 3);
      z = COLOUR(5, 0);
      if (x - y != 2) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[5] += 1;
        token[5][1] = z - x;
      }
    }
    // Transition 154: a token goes from place 3 to place 0.
    if (count[3] >= 1 && count[0] < CAPACITY && COLOUR(3, 2) == COLOUR(3, 4)) {
      x = COLOUR(3, 2);
      y = COLOUR(3, 4);
      z = COLOUR(0, 1);
      if (y < z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[0] += 1;
        token[0][4] = z - x;
      }
    }
    // Transition 155: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 0) < COLOUR(0, 2)) {
      x = COLOUR(0, 0);
      y = COLOUR(0, 2);
      z = COLOUR(2, 4);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[2] += 1;
        token[2][0] = y;
      }
    }
    // Transition 156: a token goes from place 5 to place 2.
    if (count[5] >= 1 && count[2] < CAPACITY && COLOUR(5, 3) == COLOUR(5, 1)) {
      x = COLOUR(5, 3);
      y = COLOUR(5, 1);
      z = COLOUR(2, 0);
      if (x - y != 4) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        token[5][2] = COLOUR(5, 3);
        count[2] += 1;
        token[2][3] = x + y;
      }
    }
    // Transition 157: a token goes from place 3 to place 1.
    if (count[3] >= 1 && count[1] < CAPACITY && COLOUR(3, 0) < COLOUR(3, 4)) {
      x = COLOUR(3, 0);
      y = COLOUR(3, 4);
      z = COLOUR(1, 4);
      if (z == y) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[1] += 1;
        token[1][0] = x + y;
      }
    }
    // Transition 158: a token goes from place 0 to place 3.
    if (count[0] >= 1 && count[3] < CAPACITY && COLOUR(0, 3) > COLOUR(0, 1)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 1);
      z = COLOUR(3, 3);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[3] += 1;
        token[3][0] = x + y;
      }
    }
    // Transition 159: a token goes from place 3 to place 2.
    if (count[3] >= 1 && count[2] < CAPACITY && COLOUR(3, 4) < COLOUR(3, 3)) {
      x = COLOUR(3, 4);
      y = COLOUR(3, 3);
      z = COLOUR(2, 2);
      if (x + 1 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[2] += 1;
        token[2][2] = y;
      }
    }
    // Transition 160: a token goes from place 4 to place 2.
    if (count[4] >= 1 && count[2] < CAPACITY && COLOUR(4, 3) < COLOUR(4, 2)) {
      x = COLOUR(4, 3);
      y = COLOUR(4, 2);
      z = COLOUR(2, 0);
      if (z == y) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[2] += 1;
        token[2][0] = x + y;
      }
    }
    // Transition 161: a token goes from place 0 to place 3.
    if (count[0] >= 1 && count[3] < CAPACITY && COLOUR(0, 4) == COLOUR(0, 2)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 2);
      z = COLOUR(3, 1);
      if (x - y != 1) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[3] += 1;
        token[3][3] = x + y;
      }
    }
    // Transition 162: a token goes from place 3 to place 5.
    if (count[3] >= 1 && count[5] < CAPACITY && COLOUR(3, 1) > COLOUR(3, 0)) {
      x = COLOUR(3, 1);
      y = COLOUR(3, 0);
      z = COLOUR(5, 3);
      if (x + 4 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[5] += 1;
        token[5][3] = z - x;
      }
    }
    // Transition 163: a token goes from place 5 to place 1.
    if (count[5] >= 1 && count[1] < CAPACITY && COLOUR(5, 4) > COLOUR(5, 1)) {
      x = COLOUR(5, 4);
      y = COLOUR(5, 1);
      z = COLOUR(1, 2);
      if (x + 3 > z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        token[5][2] = COLOUR(5, 3);
        count[1] += 1;
        token[1][0] = x;
      }
    }
    // Transition 164: a token goes from place 1 to place 5.
    if (count[1] >= 1 && count[5] < CAPACITY && COLOUR(1, 3) > COLOUR(1, 0)) {
      x = COLOUR(1, 3);
      y = COLOUR(1, 0);
      z = COLOUR(5, 3);
      if (x - y != 1) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[5] += 1;
        token[5][0] = x;
      }
    }
    // Transition 165: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 4) == COLOUR(2, 0)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 0);
      z = COLOUR(4, 2);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[4] += 1;
        token[4][0] = x + y;
      }
    }
    // Transition 166: a token goes from place 2 to place 3.
    if (count[2] >= 1 && count[3] < CAPACITY && COLOUR(2, 1) > COLOUR(2, 3)) {
      x = COLOUR(2, 1);
      y = COLOUR(2, 3);
      z = COLOUR(3, 0);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[3] += 1;
        token[3][0] = z - x;
      }
    }
    // Transition 167: a token goes from place 1 to place 0.
    if (count[1] >= 1 && count[0] < CAPACITY && COLOUR(1, 1) == COLOUR(1, 4)) {
      x = COLOUR(1, 1);
      y = COLOUR(1, 4);
      z = COLOUR(0, 3);
      if (x + 2 > z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        count[0] += 1;
        token[0][1] = x;
      }
    }
    // Transition 168: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 2) > COLOUR(5, 0)) {
      x = COLOUR(5, 2);
      y = COLOUR(5, 0);
      z = COLOUR(3, 0);
      if (x + 8 > z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        count[3] += 1;
        token[3][3] = x + y;
      }
    }
    // Transition 169: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 4) > COLOUR(0, 0)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 0);
      z = COLOUR(2, 2);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[2] += 1;
        token[2][4] = x;
      }
    }
    // Transition 170: a token goes from place 3 to place 2.
    if (count[3] >= 1 && count[2] < CAPACITY && COLOUR(3, 4) == COLOUR(3, 2)) {
      x = COLOUR(3, 4);
      y = COLOUR(3, 2);
      z = COLOUR(2, 2);
      if (z == y) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[2] += 1;
        token[2][2] = z - x;
      }
    }
    // Transition 171: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 0) == COLOUR(2, 2)) {
      x = COLOUR(2, 0);
      y = COLOUR(2, 2);
      z = COLOUR(4, 1);
      if (z == y) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[4] += 1;
        token[4][0] = x + y;
      }
    }
    // Transition 172: a token goes from place 0 to place 3.
    if (count[0] >= 1 && count[3] < CAPACITY && COLOUR(0, 3) > COLOUR(0, 1)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 1);
      z = COLOUR(3, 0);
      if (x + 6 > z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[3] += 1;
        token[3][4] = x + y;
      }
    }
    // Transition 173: a token goes from place 1 to place 3.
    if (count[1] >= 1 && count[3] < CAPACITY && COLOUR(1, 2) == COLOUR(1, 4)) {
      x = COLOUR(1, 2);
      y = COLOUR(1, 4);
      z = COLOUR(3, 4);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[3] += 1;
        token[3][0] = x + y;
      }
    }
    // Transition 174: a token goes from place 0 to place 1.
    if (count[0] >= 1 && count[1] < CAPACITY && COLOUR(0, 2) > COLOUR(0, 4)) {
      x = COLOUR(0, 2);
      y = COLOUR(0, 4);
      z = COLOUR(1, 2);
      if (x - y != 1) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[1] += 1;
        token[1][0] = x;
      }
    }
    // Transition 175: a token goes from place 3 to place 1.
    if (count[3] >= 1 && count[1] < CAPACITY && COLOUR(3, 2) < COLOUR(3, 0)) {
      x = COLOUR(3, 2);
      y = COLOUR(3, 0);
      z = COLOUR(1, 1);
      if (x - y != 3) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[1] += 1;
        token[1][3] = x;
      }
    }
    // Transition 176: a token goes from place 3 to place 5.
    if (count[3] >= 1 && count[5] < CAPACITY && COLOUR(3, 4) < COLOUR(3, 1)) {
      x = COLOUR(3, 4);
      y = COLOUR(3, 1);
      z = COLOUR(5, 0);
      if (z == y) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[5] += 1;
        token[5][2] = x;
      }
    }
    // Transition 177: a token goes from place 1 to place 0.
    if (count[1] >= 1 && count[0] < CAPACITY && COLOUR(1, 1) > COLOUR(1, 3)) {
      x = COLOUR(1, 1);
      y = COLOUR(1, 3);
      z = COLOUR(0, 3);
      if (x - y != 4) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[0] += 1;
        token[0][0] = x;
      }
    }
    // Transition 178: a token goes from place 2 to place 5.
    if (count[2] >= 1 && count[5] < CAPACITY && COLOUR(2, 0) < COLOUR(2, 3)) {
      x = COLOUR(2, 0);
      y = COLOUR(2, 3);
      z = COLOUR(5, 4);
      if (x + 2 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        count[5] += 1;
        token[5][2] = y;
      }
    }
    // Transition 179: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 3) == COLOUR(0, 4)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 4);
      z = COLOUR(2, 3);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[2] += 1;
        token[2][3] = z - x;
      }
    }
    // Transition 180: a token goes from place 4 to place 3.
    if (count[4] >= 1 && count[3] < CAPACITY && COLOUR(4, 4) < COLOUR(4, 1)) {
      x = COLOUR(4, 4);
      y = COLOUR(4, 1);
      z = COLOUR(3, 1);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        token[4][2] = COLOUR(4, 3);
        count[3] += 1;
        token[3][2] = z - x;
      }
    }
    // Transition 181: a token goes from place 4 to place 5.
    if (count[4] >= 1 && count[5] < CAPACITY && COLOUR(4, 3) < COLOUR(4, 4)) {
      x = COLOUR(4, 3);
      y = COLOUR(4, 4);
      z = COLOUR(5, 4);
      if (z == y) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[5] += 1;
        token[5][0] = z - x;
      }
    }
    // Transition 182: a token goes from place 1 to place 3.
    if (count[1] >= 1 && count[3] < CAPACITY && COLOUR(1, 3) < COLOUR(1, 0)) {
      x = COLOUR(1, 3);
      y = COLOUR(1, 0);
      z = COLOUR(3, 0);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[3] += 1;
        token[3][1] = z - x;
      }
    }
    // Transition 183: a token goes from place 4 to place 0.
    if (count[4] >= 1 && count[0] < CAPACITY && COLOUR(4, 1) > COLOUR(4, 3)) {
      x = COLOUR(4, 1);
      y = COLOUR(4, 3);
      z = COLOUR(0, 3);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[0] += 1;
        token[0][4] = x;
      }
    }
    // Transition 184: a token goes from place 5 to place 2.
    if (count[5] >= 1 && count[2] < CAPACITY && COLOUR(5, 1) < COLOUR(5, 0)) {
      x = COLOUR(5, 1);
      y = COLOUR(5, 0);
      z = COLOUR(2, 4);
      if (x - y != 4) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        count[2] += 1;
        token[2][1] = z - x;
      }
    }
    // Transition 185: a token goes from place 2 to place 3.
    if (count[2] >= 1 && count[3] < CAPACITY && COLOUR(2, 1) == COLOUR(2, 4)) {
      x = COLOUR(2, 1);
      y = COLOUR(2, 4);
      z = COLOUR(3, 1);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[3] += 1;
        token[3][4] = y;
      }
    }
    // Transition 186: a token goes from place 2 to place 3.
    if (count[2] >= 1 && count[3] < CAPACITY && COLOUR(2, 0) < COLOUR(2, 2)) {
      x = COLOUR(2, 0);
      y = COLOUR(2, 2);
      z = COLOUR(3, 0);
      if (x + 4 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[3] += 1;
        token[3][4] = x + y;
      }
    }
    // Transition 187: a token goes from place 5 to place 2.
    if (count[5] >= 1 && count[2] < CAPACITY && COLOUR(5, 2) < COLOUR(5, 1)) {
      x = COLOUR(5, 2);
      y = COLOUR(5, 1);
      z = COLOUR(2, 3);
      if (x + 2 > z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        count[2] += 1;
        token[2][2] = y;
      }
    }
    // Transition 188: a token goes from place 3 to place 1.
    if (count[3] >= 1 && count[1] < CAPACITY && COLOUR(3, 1) == COLOUR(3, 0)) {
      x = COLOUR(3, 1);
      y = COLOUR(3, 0);
      z = COLOUR(1, 4);
      if (x + 5 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[1] += 1;
        token[1][2] = y;
      }
    }
    // Transition 189: a token goes from place 3 to place 4.
    if (count[3] >= 1 && count[4] < CAPACITY && COLOUR(3, 2) < COLOUR(3, 1)) {
      x = COLOUR(3, 2);
      y = COLOUR(3, 1);
      z = COLOUR(4, 4);
      if (x + 6 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[4] += 1;
        token[4][0] = x;
      }
    }
    // Transition 190: a token goes from place 2 to place 0.
    if (count[2] >= 1 && count[0] < CAPACITY && COLOUR(2, 4) == COLOUR(2, 0)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 0);
      z = COLOUR(0, 2);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[0] += 1;
        token[0][0] = y;
      }
    }
    // Transition 191: a token goes from place 0 to place 4.
    if (count[0] >= 1 && count[4] < CAPACITY && COLOUR(0, 1) > COLOUR(0, 0)) {
      x = COLOUR(0, 1);
      y = COLOUR(0, 0);
      z = COLOUR(4, 4);
      if (x - y != 1) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[4] += 1;
        token[4][3] = y;
      }
    }
    // Transition 192: a token goes from place 5 to place 0.
    if (count[5] >= 1 && count[0] < CAPACITY && COLOUR(5, 1) == COLOUR(5, 3)) {
      x = COLOUR(5, 1);
      y = COLOUR(5, 3);
      z = COLOUR(0, 0);
      if (x + 8 > z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        count[0] += 1;
        token[0][2] = x + y;
      }
    }
    // Transition 193: a token goes from place 2 to place 1.
    if (count[2] >= 1 && count[1] < CAPACITY && COLOUR(2, 1) > COLOUR(2, 4)) {
      x = COLOUR(2, 1);
      y = COLOUR(2, 4);
      z = COLOUR(1, 0);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[1] += 1;
        token[1][4] = y;
      }
    }
    // Transition 194: a token goes from place 0 to place 1.
    if (count[0] >= 1 && count[1] < CAPACITY && COLOUR(0, 2) == COLOUR(0, 4)) {
      x = COLOUR(0, 2);
      y = COLOUR(0, 4);
      z = COLOUR(1, 3);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[1] += 1;
        token[1][4] = x;
      }
    }
    // Transition 195: a token goes from place 0 to place 3.
    if (count[0] >= 1 && count[3] < CAPACITY && COLOUR(0, 1) == COLOUR(0, 3)) {
      x = COLOUR(0, 1);
      y = COLOUR(0, 3);
      z = COLOUR(3, 3);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[3] += 1;
        token[3][3] = x;
      }
    }
    // Transition 196: a token goes from place 1 to place 3.
    if (count[1] >= 1 && count[3] < CAPACITY && COLOUR(1, 4) < COLOUR(1, 2)) {
      x = COLOUR(1, 4);
      y = COLOUR(1, 2);
      z = COLOUR(3, 4);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[3] += 1;
        token[3][1] = y;
      }
    }
    // Transition 197: a token goes from place 1 to place 2.
    if (count[1] >= 1 && count[2] < CAPACITY && COLOUR(1, 3) == COLOUR(1, 4)) {
      x = COLOUR(1, 3);
      y = COLOUR(1, 4);
      z = COLOUR(2, 2);
      if (x - y != 2) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[2] += 1;
        token[2][4] = x + y;
      }
    }
    // Transition 198: a token goes from place 4 to place 0.
    if (count[4] >= 1 && count[0] < CAPACITY && COLOUR(4, 2) == COLOUR(4, 1)) {
      x = COLOUR(4, 2);
      y = COLOUR(4, 1);
      z = COLOUR(0, 2);
      if (x + 6 > z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[0] += 1;
        token[0][4] = x;
      }
    }
    // Transition 199: a token goes from place 0 to place 5.
    if (count[0] >= 1 && count[5] < CAPACITY && COLOUR(0, 3) == COLOUR(0, 1)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 1);
      z = COLOUR(5, 3);
      if (x - y != 3) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        count[5] += 1;
        token[5][0] = z - x;
      }
    }
    // Transition 200: a token goes from place 1 to place 4.
    if (count[1] >= 1 && count[4] < CAPACITY && COLOUR(1, 2) > COLOUR(1, 1)) {
      x = COLOUR(1, 2);
      y = COLOUR(1, 1);
      z = COLOUR(4, 2);
      if (x + 2 > z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        count[4] += 1;
        token[4][3] = x;
      }
    }
    // Transition 201: a token goes from place 3 to place 0.
    if (count[3] >= 1 && count[0] < CAPACITY && COLOUR(3, 1) == COLOUR(3, 4)) {
      x = COLOUR(3, 1);
      y = COLOUR(3, 4);
      z = COLOUR(0, 1);
      if (y < z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[0] += 1;
        token[0][2] = y;
      }
    }
    // Transition 202: a token goes from place 1 to place 2.
    if (count[1] >= 1 && count[2] < CAPACITY && COLOUR(1, 0) == COLOUR(1, 1)) {
      x = COLOUR(1, 0);
      y = COLOUR(1, 1);
      z = COLOUR(2, 1);
      if (x - y != 4) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[2] += 1;
        token[2][0] = x + y;
      }
    }
    // Transition 203: a token goes from place 1 to place 0.
    if (count[1] >= 1 && count[0] < CAPACITY && COLOUR(1, 2) == COLOUR(1, 0)) {
      x = COLOUR(1, 2);
      y = COLOUR(1, 0);
      z = COLOUR(0, 2);
      if (x + 6 > z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[0] += 1;
        token[0][4] = z - x;
      }
    }
    // Transition 204: a token goes from place 4 to place 2.
    if (count[4] >= 1 && count[2] < CAPACITY && COLOUR(4, 0) == COLOUR(4, 1)) {
      x = COLOUR(4, 0);
      y = COLOUR(4, 1);
      z = COLOUR(2, 0);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[2] += 1;
        token[2][4] = x;
      }
    }
    // Transition 205: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 3) > COLOUR(2, 2)) {
      x = COLOUR(2, 3);
      y = COLOUR(2, 2);
      z = COLOUR(4, 3);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        count[4] += 1;
        token[4][0] = z - x;
      }
    }
    // Transition 206: a token goes from place 4 to place 3.
    if (count[4] >= 1 && count[3] < CAPACITY && COLOUR(4, 0) == COLOUR(4, 2)) {
      x = COLOUR(4, 0);
      y = COLOUR(4, 2);
      z = COLOUR(3, 0);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[3] += 1;
        token[3][0] = y;
      }
    }
    // Transition 207: a token goes from place 3 to place 4.
    if (count[3] >= 1 && count[4] < CAPACITY && COLOUR(3, 0) == COLOUR(3, 3)) {
      x = COLOUR(3, 0);
      y = COLOUR(3, 3);
      z = COLOUR(4, 1);
      if (y < z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[4] += 1;
        token[4][0] = x + y;
      }
    }
    // Transition 208: a token goes from place 2 to place 5.
    if (count[2] >= 1 && count[5] < CAPACITY && COLOUR(2, 2) < COLOUR(2, 3)) {
      x = COLOUR(2, 2);
      y = COLOUR(2, 3);
      z = COLOUR(5, 4);
      if (x - y != 2) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[5] += 1;
        token[5][4] = z - x;
      }
    }
    // Transition 209: a token goes from place 3 to place 5.
    if (count[3] >= 1 && count[5] < CAPACITY && COLOUR(3, 3) < COLOUR(3, 2)) {
      x = COLOUR(3, 3);
      y = COLOUR(3, 2);
      z = COLOUR(5, 3);
      if (z == y) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[5] += 1;
        token[5][4] = x + y;
      }
    }
    // Transition 210: a token goes from place 1 to place 3.
    if (count[1] >= 1 && count[3] < CAPACITY && COLOUR(1, 4) == COLOUR(1, 3)) {
      x = COLOUR(1, 4);
      y = COLOUR(1, 3);
      z = COLOUR(3, 2);
      if (x + 5 > z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[3] += 1;
        token[3][3] = x;
      }
    }
    // Transition 211: a token goes from place 3 to place 5.
    if (count[3] >= 1 && count[5] < CAPACITY && COLOUR(3, 0) > COLOUR(3, 3)) {
      x = COLOUR(3, 0);
      y = COLOUR(3, 3);
      z = COLOUR(5, 2);
      if (x + 8 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[5] += 1;
        token[5][2] = z - x;
      }
    }
    // Transition 212: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 1) < COLOUR(5, 0)) {
      x = COLOUR(5, 1);
      y = COLOUR(5, 0);
      z = COLOUR(3, 4);
      if (x + 8 > z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        count[3] += 1;
        token[3][0] = y;
      }
    }
    // Transition 213: a token goes from place 4 to place 3.
    if (count[4] >= 1 && count[3] < CAPACITY && COLOUR(4, 2) == COLOUR(4, 1)) {
      x = COLOUR(4, 2);
      y = COLOUR(4, 1);
      z = COLOUR(3, 3);
      if (x + 6 > z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[3] += 1;
        token[3][3] = y;
      }
    }
    // Transition 214: a token goes from place 2 to place 3.
    if (count[2] >= 1 && count[3] < CAPACITY && COLOUR(2, 4) == COLOUR(2, 2)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 2);
      z = COLOUR(3, 1);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[3] += 1;
        token[3][1] = x + y;
      }
    }
    // Transition 215: a token goes from place 2 to place 1.
    if (count[2] >= 1 && count[1] < CAPACITY && COLOUR(2, 3) == COLOUR(2, 2)) {
      x = COLOUR(2, 3);
      y = COLOUR(2, 2);
      z = COLOUR(1, 0);
      if (z == y) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[1] += 1;
        token[1][4] = z - x;
      }
    }
    // Transition 216: a token goes from place 5 to place 0.
    if (count[5] >= 1 && count[0] < CAPACITY && COLOUR(5, 0) < COLOUR(5, 2)) {
      x = COLOUR(5, 0);
      y = COLOUR(5, 2);
      z = COLOUR(0, 3);
      if (y < z) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        token[5][2] = COLOUR(5, 3);
        count[0] += 1;
        token[0][2] = y;
      }
    }
    // Transition 217: a token goes from place 5 to place 0.
    if (count[5] >= 1 && count[0] < CAPACITY && COLOUR(5, 3) == COLOUR(5, 4)) {
      x = COLOUR(5, 3);
      y = COLOUR(5, 4);
      z = COLOUR(0, 4);
      if (z == y) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        count[0] += 1;
        token[0][3] = x + y;
      }
    }
    // Transition 218: a token goes from place 0 to place 1.
    if (count[0] >= 1 && count[1] < CAPACITY && COLOUR(0, 3) == COLOUR(0, 1)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 1);
      z = COLOUR(1, 4);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[1] += 1;
        token[1][3] = x + y;
      }
    }
    // Transition 219: a token goes from place 5 to place 1.
    if (count[5] >= 1 && count[1] < CAPACITY && COLOUR(5, 2) < COLOUR(5, 0)) {
      x = COLOUR(5, 2);
      y = COLOUR(5, 0);
      z = COLOUR(1, 2);
      if (x - y != 1) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        token[5][2] = COLOUR(5, 3);
        count[1] += 1;
        token[1][4] = x + y;
      }
    }
    // Transition 220: a token goes from place 3 to place 0.
    if (count[3] >= 1 && count[0] < CAPACITY && COLOUR(3, 0) == COLOUR(3, 2)) {
      x = COLOUR(3, 0);
      y = COLOUR(3, 2);
      z = COLOUR(0, 4);
      if (x + 8 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[0] += 1;
        token[0][4] = x;
      }
    }
    // Transition 221: a token goes from place 3 to place 5.
    if (count[3] >= 1 && count[5] < CAPACITY && COLOUR(3, 2) < COLOUR(3, 1)) {
      x = COLOUR(3, 2);
      y = COLOUR(3, 1);
      z = COLOUR(5, 1);
      if (z == y) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[5] += 1;
        token[5][2] = x;
      }
    }
    // Transition 222: a token goes from place 2 to place 3.
    if (count[2] >= 1 && count[3] < CAPACITY && COLOUR(2, 4) == COLOUR(2, 3)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 3);
      z = COLOUR(3, 3);
      if (x + 4 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        count[3] += 1;
        token[3][3] = z - x;
      }
    }
    // Transition 223: a token goes from place 3 to place 4.
    if (count[3] >= 1 && count[4] < CAPACITY && COLOUR(3, 4) > COLOUR(3, 2)) {
      x = COLOUR(3, 4);
      y = COLOUR(3, 2);
      z = COLOUR(4, 0);
      if (y < z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[4] += 1;
        token[4][4] = y;
      }
    }
    // Transition 224: a token goes from place 1 to place 5.
    if (count[1] >= 1 && count[5] < CAPACITY && COLOUR(1, 4) < COLOUR(1, 2)) {
      x = COLOUR(1, 4);
      y = COLOUR(1, 2);
      z = COLOUR(5, 0);
      if (x + 1 > z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[5] += 1;
        token[5][0] = z - x;
      }
    }
    // Transition 225: a token goes from place 1 to place 3.
    if (count[1] >= 1 && count[3] < CAPACITY && COLOUR(1, 4) == COLOUR(1, 0)) {
      x = COLOUR(1, 4);
      y = COLOUR(1, 0);
      z = COLOUR(3, 2);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[3] += 1;
        token[3][3] = y;
      }
    }
    // Transition 226: a token goes from place 3 to place 1.
    if (count[3] >= 1 && count[1] < CAPACITY && COLOUR(3, 3) == COLOUR(3, 0)) {
      x = COLOUR(3, 3);
      y = COLOUR(3, 0);
      z = COLOUR(1, 4);
      if (x + 3 > z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[1] += 1;
        token[1][3] = z - x;
      }
    }
    // Transition 227: a token goes from place 0 to place 4.
    if (count[0] >= 1 && count[4] < CAPACITY && COLOUR(0, 3) == COLOUR(0, 4)) {
      x = COLOUR(0, 3);
      y = COLOUR(0, 4);
      z = COLOUR(4, 1);
      if (x - y != 4) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[4] += 1;
        token[4][0] = x + y;
      }
    }
    // Transition 228: a token goes from place 2 to place 0.
    if (count[2] >= 1 && count[0] < CAPACITY && COLOUR(2, 4) > COLOUR(2, 3)) {
      x = COLOUR(2, 4);
      y = COLOUR(2, 3);
      z = COLOUR(0, 1);
      if (x + 5 > z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[0] += 1;
        token[0][2] = z - x;
      }
    }
    // Transition 229: a token goes from place 1 to place 3.
    if (count[1] >= 1 && count[3] < CAPACITY && COLOUR(1, 1) > COLOUR(1, 3)) {
      x = COLOUR(1, 1);
      y = COLOUR(1, 3);
      z = COLOUR(3, 2);
      if (z == y) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[3] += 1;
        token[3][4] = x;
      }
    }
    // Transition 230: a token goes from place 3 to place 4.
    if (count[3] >= 1 && count[4] < CAPACITY && COLOUR(3, 3) > COLOUR(3, 4)) {
      x = COLOUR(3, 3);
      y = COLOUR(3, 4);
      z = COLOUR(4, 0);
      if (y < z) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        token[3][2] = COLOUR(3, 3);
        count[4] += 1;
        token[4][4] = z - x;
      }
    }
    // Transition 231: a token goes from place 3 to place 1.
    if (count[3] >= 1 && count[1] < CAPACITY && COLOUR(3, 1) < COLOUR(3, 0)) {
      x = COLOUR(3, 1);
      y = COLOUR(3, 0);
      z = COLOUR(1, 4);
      if (z == y) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        token[3][1] = COLOUR(3, 2);
        count[1] += 1;
        token[1][3] = x + y;
      }
    }
    // Transition 232: a token goes from place 0 to place 5.
    if (count[0] >= 1 && count[5] < CAPACITY && COLOUR(0, 1) < COLOUR(0, 3)) {
      x = COLOUR(0, 1);
      y = COLOUR(0, 3);
      z = COLOUR(5, 1);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[5] += 1;
        token[5][0] = y;
      }
    }
    // Transition 233: a token goes from place 5 to place 3.
    if (count[5] >= 1 && count[3] < CAPACITY && COLOUR(5, 4) < COLOUR(5, 2)) {
      x = COLOUR(5, 4);
      y = COLOUR(5, 2);
      z = COLOUR(3, 4);
      if (x - y != 3) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        token[5][1] = COLOUR(5, 2);
        token[5][2] = COLOUR(5, 3);
        count[3] += 1;
        token[3][4] = z - x;
      }
    }
    // Transition 234: a token goes from place 4 to place 1.
    if (count[4] >= 1 && count[1] < CAPACITY && COLOUR(4, 1) == COLOUR(4, 2)) {
      x = COLOUR(4, 1);
      y = COLOUR(4, 2);
      z = COLOUR(1, 2);
      if (x - y != 4) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[1] += 1;
        token[1][3] = z - x;
      }
    }
    // Transition 235: a token goes from place 2 to place 4.
    if (count[2] >= 1 && count[4] < CAPACITY && COLOUR(2, 0) > COLOUR(2, 4)) {
      x = COLOUR(2, 0);
      y = COLOUR(2, 4);
      z = COLOUR(4, 3);
      if (x - y != 1) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        count[4] += 1;
        token[4][3] = x;
      }
    }
    // Transition 236: a token goes from place 0 to place 1.
    if (count[0] >= 1 && count[1] < CAPACITY && COLOUR(0, 4) < COLOUR(0, 1)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 1);
      z = COLOUR(1, 1);
      if (y < z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[1] += 1;
        token[1][4] = x;
      }
    }
    // Transition 237: a token goes from place 4 to place 2.
    if (count[4] >= 1 && count[2] < CAPACITY && COLOUR(4, 3) < COLOUR(4, 1)) {
      x = COLOUR(4, 3);
      y = COLOUR(4, 1);
      z = COLOUR(2, 4);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[2] += 1;
        token[2][0] = x;
      }
    }
    // Transition 238: a token goes from place 5 to place 0.
    if (count[5] >= 1 && count[0] < CAPACITY && COLOUR(5, 2) > COLOUR(5, 0)) {
      x = COLOUR(5, 2);
      y = COLOUR(5, 0);
      z = COLOUR(0, 0);
      if (x - y != 3) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        count[0] += 1;
        token[0][4] = x + y;
      }
    }
    // Transition 239: a token goes from place 5 to place 2.
    if (count[5] >= 1 && count[2] < CAPACITY && COLOUR(5, 1) < COLOUR(5, 3)) {
      x = COLOUR(5, 1);
      y = COLOUR(5, 3);
      z = COLOUR(2, 0);
      if (x - y != 3) {
        count[5] -= 1;
        token[5][0] = COLOUR(5, 1);
        count[2] += 1;
        token[2][4] = y;
      }
    }
    // Transition 240: a token goes from place 4 to place 5.
    if (count[4] >= 1 && count[5] < CAPACITY && COLOUR(4, 1) > COLOUR(4, 2)) {
      x = COLOUR(4, 1);
      y = COLOUR(4, 2);
      z = COLOUR(5, 3);
      if (y < z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[5] += 1;
        token[5][2] = x + y;
      }
    }
    // Transition 241: a token goes from place 1 to place 3.
    if (count[1] >= 1 && count[3] < CAPACITY && COLOUR(1, 3) == COLOUR(1, 2)) {
      x = COLOUR(1, 3);
      y = COLOUR(1, 2);
      z = COLOUR(3, 1);
      if (x + 8 > z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[3] += 1;
        token[3][4] = x;
      }
    }
    // Transition 242: a token goes from place 0 to place 3.
    if (count[0] >= 1 && count[3] < CAPACITY && COLOUR(0, 4) > COLOUR(0, 2)) {
      x = COLOUR(0, 4);
      y = COLOUR(0, 2);
      z = COLOUR(3, 4);
      if (x + 7 > z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        count[3] += 1;
        token[3][0] = y;
      }
    }
    // Transition 243: a token goes from place 4 to place 2.
    if (count[4] >= 1 && count[2] < CAPACITY && COLOUR(4, 1) == COLOUR(4, 2)) {
      x = COLOUR(4, 1);
      y = COLOUR(4, 2);
      z = COLOUR(2, 3);
      if (x + 5 > z) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        token[4][1] = COLOUR(4, 2);
        count[2] += 1;
        token[2][1] = x + y;
      }
    }
    // Transition 244: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 2) == COLOUR(0, 4)) {
      x = COLOUR(0, 2);
      y = COLOUR(0, 4);
      z = COLOUR(2, 0);
      if (z == y) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[2] += 1;
        token[2][1] = x + y;
      }
    }
    // Transition 245: a token goes from place 1 to place 0.
    if (count[1] >= 1 && count[0] < CAPACITY && COLOUR(1, 0) == COLOUR(1, 3)) {
      x = COLOUR(1, 0);
      y = COLOUR(1, 3);
      z = COLOUR(0, 2);
      if (z == y) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[0] += 1;
        token[0][2] = x + y;
      }
    }
    // Transition 246: a token goes from place 3 to place 4.
    if (count[3] >= 1 && count[4] < CAPACITY && COLOUR(3, 4) < COLOUR(3, 1)) {
      x = COLOUR(3, 4);
      y = COLOUR(3, 1);
      z = COLOUR(4, 0);
      if (z == y) {
        count[3] -= 1;
        token[3][0] = COLOUR(3, 1);
        count[4] += 1;
        token[4][0] = z - x;
      }
    }
    // Transition 247: a token goes from place 2 to place 5.
    if (count[2] >= 1 && count[5] < CAPACITY && COLOUR(2, 2) < COLOUR(2, 3)) {
      x = COLOUR(2, 2);
      y = COLOUR(2, 3);
      z = COLOUR(5, 3);
      if (y < z) {
        count[2] -= 1;
        token[2][0] = COLOUR(2, 1);
        token[2][1] = COLOUR(2, 2);
        token[2][2] = COLOUR(2, 3);
        count[5] += 1;
        token[5][1] = x;
      }
    }
    // Transition 248: a token goes from place 0 to place 2.
    if (count[0] >= 1 && count[2] < CAPACITY && COLOUR(0, 2) < COLOUR(0, 3)) {
      x = COLOUR(0, 2);
      y = COLOUR(0, 3);
      z = COLOUR(2, 0);
      if (x + 5 > z) {
        count[0] -= 1;
        token[0][0] = COLOUR(0, 1);
        token[0][1] = COLOUR(0, 2);
        token[0][2] = COLOUR(0, 3);
        count[2] += 1;
        token[2][0] = x;
      }
    }
    // Transition 249: a token goes from place 1 to place 4.
    if (count[1] >= 1 && count[4] < CAPACITY && COLOUR(1, 3) == COLOUR(1, 4)) {
      x = COLOUR(1, 3);
      y = COLOUR(1, 4);
      z = COLOUR(4, 4);
      if (z == y) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        token[1][2] = COLOUR(1, 3);
        count[4] += 1;
        token[4][1] = z - x;
      }
    }
    // Transition 250: a token goes from place 1 to place 4.
    if (count[1] >= 1 && count[4] < CAPACITY && COLOUR(1, 2) == COLOUR(1, 0)) {
      x = COLOUR(1, 2);
      y = COLOUR(1, 0);
      z = COLOUR(4, 1);
      if (y < z) {
        count[1] -= 1;
        token[1][0] = COLOUR(1, 1);
        token[1][1] = COLOUR(1, 2);
        count[4] += 1;
        token[4][2] = y;
      }
    }
    // Transition 251: a token goes from place 4 to place 5.
    if (count[4] >= 1 && count[5] < CAPACITY && COLOUR(4, 1) == COLOUR(4, 2)) {
      x = COLOUR(4, 1);
      y = COLOUR(4, 2);
      z = COLOUR(5, 1);
      if (x - y != 1) {
        count[4] -= 1;
        token[4][0] = COLOUR(4, 1);
        count[5] += 1;
        token[5][1] = y;
      }
    }
  }
  return 0;
}
