// A search that does not come nearer goes round for ever for some keys. No state of that is new, so all of it is explored; the loop is named.
//@ verdict: safe
//@ assumption: A0113
#include <assert.h>
#include <raddle.h>

static int search(const int *values, int count, int key)
{
    int low = 0, high = count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (values[middle] < key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

int main(void)
{
    static const int values[] = {1, 3, 5, 7};
    int key;
    raddle_make_symbolic(&key, sizeof key, "key");
    int place = search(values, 4, key);
    assert(place == 0 && key <= 3);
    return 0;
}
