// N numbers that nobody knows are in order when bubbles have risen.
#include <assert.h>
#include "inputs.h"

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = input();
    for (int last = N - 1; last > 0; last--)
        for (int i = 0; i < last; i++)
            if (a[i] > a[i + 1]) {
                int higher = a[i];
                a[i] = a[i + 1];
                a[i + 1] = higher;
            }
    for (int i = 0; i + 1 < N; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
