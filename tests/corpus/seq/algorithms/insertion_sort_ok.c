// Insertion sort orders four symbolic numbers.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define N 4

static void sort(int *numbers)
{
    for (int i = 1; i < N; i++) {
        int moving = numbers[i], j = i;
        while (j > 0 && numbers[j - 1] > moving) {
            numbers[j] = numbers[j - 1];
            j--;
        }
        numbers[j] = moving;
    }
}

int main(void)
{
    int numbers[N];
    for (int i = 0; i < N; i++)
        numbers[i] = __VERIFIER_nondet_int();
    sort(numbers);
    for (int i = 1; i < N; i++)
        assert(numbers[i - 1] <= numbers[i]);
    return 0;
}
