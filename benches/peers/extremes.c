// The least and the greatest of N numbers.
#include <assert.h>
#include "inputs.h"

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = input();
    int least = a[0], greatest = a[0];
    for (int i = 1; i < N; i++) {
        if (a[i] > greatest)
            greatest = a[i];
        if (a[i] < least)
            least = a[i];
    }
    for (int i = 0; i < N; i++)
        assert(least <= a[i] && a[i] <= greatest);
    return 0;
}
