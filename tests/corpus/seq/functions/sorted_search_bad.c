// Where an element of a sorted array is, it is not larger than what is looked for.
//@ flags: --function search --where "n >= 0 && n <= 6 && size(a) == n * sizeof(int) && (n > 0 ==> a)" --where "all(i, n - 1, a[i] <= a[i + 1])"
//@ verdict: unsafe
#include <assert.h>
int search(const int *a, int n, int key)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a[middle] < key) low = middle + 1; else high = middle;
    }
    assert(low == n || a[low] > key); //~ FINDING assertion
    return low;
}
