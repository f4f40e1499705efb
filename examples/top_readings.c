// Keeps the three largest readings, sorted. It has a bug: `raddle check examples/top_readings.c` finds it.
#include <raddle.h>

#define CAPACITY 3

static int best[CAPACITY];
static int count;

static void insert(int reading) {
    int i = count;
    while (i > 0 && best[i - 1] < reading) {
        best[i] = best[i - 1];
        i--;
    }
    if (i < CAPACITY)
        best[i] = reading;
    if (count < CAPACITY)
        count++;
}

int main(void) {
    for (int n = 0; n < 4; n++) {
        int reading;
        raddle_make_symbolic(&reading, sizeof reading, "reading");
        insert(reading);
    }
    return 0;
}
