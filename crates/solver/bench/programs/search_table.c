// Binary search in an ordered table of symbolic entries, against a linear search.
#include <assert.h>
#include <raddle.h>

#define SIZE 6

int main(void) {
    short table[SIZE], wanted;
    raddle_make_symbolic(table, sizeof table, "table");
    raddle_make_symbolic(&wanted, sizeof wanted, "wanted");
    for (int i = 1; i < SIZE; i++) raddle_assume(table[i - 1] <= table[i]);
    int low = 0, high = SIZE - 1, found = -1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (table[middle] == wanted) { found = middle; break; }
        if (table[middle] < wanted) low = middle + 1;
        else high = middle - 1;
    }
    int present = 0;
    for (int i = 0; i < SIZE; i++)
        if (table[i] == wanted) present = 1;
    assert((found >= 0) == present);
    return found;
}
