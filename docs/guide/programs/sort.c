#include <raddle.h>

static void sort(int *a, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
}

int main(void)
{
    int a[4];
    raddle_make_symbolic(a, sizeof a, "a");
    sort(a, 4);
    return 0;
}
