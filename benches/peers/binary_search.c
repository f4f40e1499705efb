// Binary search in N sorted numbers finds a key if it is there.
#include <assert.h>
#include "inputs.h"

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++) {
        a[i] = input();
        if (i > 0 && a[i - 1] >= a[i])
            return 0;
    }
    int key = input(), low = 0, high = N;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    int found = 0;
    for (int i = 0; i < N; i++)
        found |= a[i] == key;
    assert((low < N && a[low] == key) == found);
    return 0;
}
