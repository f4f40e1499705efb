// Branches within branches and a call in a side, joined from the inside out, and a bound that is too small by one.
//@ verdict: unsafe
//@ revisions: joined followed
//@[followed] flags: --no-joins
#include <assert.h>
#include <raddle.h>

static int clamp(int value, int low, int high)
{
    if (value < low)
        value = low;
    else if (value > high)
        value = high;
    return value;
}

int main(void)
{
    int v[3], sum = 0, seen = 0;
    raddle_make_symbolic(v, sizeof v, "v");
    for (int i = 0; i < 3; i++) {
        if (v[i] > 0 && v[i] < 50) {
            if (v[i] & 1)
                sum += v[i];
            else
                sum += clamp(v[i], 10, 20);
            seen++;
        }
    }
    assert(sum < 49 * 3); //~ FINDING assertion
    return 0;
}
