// Comparisons of products and remainders of small symbolic numbers.
#include <assert.h>
#include <raddle.h>

int main(void) {
    unsigned a, b, c;
    raddle_make_symbolic(&a, sizeof a, "a");
    raddle_make_symbolic(&b, sizeof b, "b");
    raddle_make_symbolic(&c, sizeof c, "c");
    raddle_assume(a < 64 && b < 64 && c < 64);
    unsigned steps = 0;
    if (a * b > 1000) {
        steps++;
        if (a + b < 60) return 1;
        if (a * c < 40) steps += 2;
    } else if (a * b == 391) {
        assert(a == 17 || a == 23);
        steps += 3;
    }
    if (b * c % 7 == 3) {
        steps++;
        if (b % 7 == 0) assert(0);
        if (c % 7 == 0) assert(0);
    }
    if (a * a + b * b == c * c && a > 0 && b > 0) {
        assert(c > a && c > b);
        if (a * b % 12 != 0) assert(0);
        steps += 5;
    }
    if ((a + b) * c != a * c + b * c) assert(0);
    if (c != 0 && a / c * c + a % c != a) assert(0);
    return (int)steps;
}
