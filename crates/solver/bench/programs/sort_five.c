// Insertion sort of five symbolic numbers; the result is ordered and keeps the sum.
#include <assert.h>
#include <raddle.h>

int main(void) {
    int numbers[5];
    raddle_make_symbolic(numbers, sizeof numbers, "numbers");
    unsigned before = 0, after = 0;
    for (int i = 0; i < 5; i++) before += (unsigned)numbers[i];
    for (int i = 1; i < 5; i++) {
        int moved = numbers[i], at = i;
        while (at > 0 && numbers[at - 1] > moved) {
            numbers[at] = numbers[at - 1];
            at--;
        }
        numbers[at] = moved;
    }
    for (int i = 0; i < 5; i++) after += (unsigned)numbers[i];
    for (int i = 1; i < 5; i++) assert(numbers[i - 1] <= numbers[i]);
    assert(before == after);
    return 0;
}
