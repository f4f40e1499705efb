// Each element is counted or not, and one combination of several thousand is wrong.
//@ verdict: unsafe
//@ revisions: joined followed
//@[followed] flags: --no-joins
#include <assert.h>
#include <raddle.h>
#define N 10

int main(void)
{
    unsigned char items[N];
    raddle_make_symbolic(items, sizeof items, "items");
    int count = 0, sum = 0;
    for (int i = 0; i < N; i++) {
        if (items[i] & 1) {
            count++;
            sum += items[i];
        }
    }
    assert(count != N || sum != 12); //~ FINDING assertion
    return 0;
}
