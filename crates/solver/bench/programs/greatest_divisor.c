// Euclid's algorithm on two symbolic bytes.
#include <assert.h>
#include <raddle.h>

int main(void) {
    unsigned char x, y;
    raddle_make_symbolic(&x, sizeof x, "x");
    raddle_make_symbolic(&y, sizeof y, "y");
    raddle_assume(x > 0 && y > 0 && x < 60 && y < 60);
    unsigned a = x, b = y;
    int steps = 0;
    while (b != 0 && steps < 5) {
        unsigned rest = a % b;
        a = b;
        b = rest;
        steps++;
    }
    if (b == 0) assert(x % a == 0 && y % a == 0);
    return steps;
}
