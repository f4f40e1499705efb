// An array is sorted: what is found is the first that is not smaller.
//@ flags: --function search --where "n >= 0 && n <= 6 && size(a) == n * sizeof(int) && (n > 0 ==> a)" --where "all(i, n - 1, a[i] <= a[i + 1])"
//@ verdict: safe
#include <assert.h>
int search(const int *a, int n, int key)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a[middle] < key) low = middle + 1; else high = middle;
    }
    assert(low == n || a[low] >= key);
    assert(low == 0 || a[low - 1] < key);
    return low;
}
