// Insertion sort that stops before the first element: a new smallest number is left in second place.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define N 3

static void sort(int *numbers)
{
    for (int i = 1; i < N; i++) {
        int moving = numbers[i], j = i;
        while (j > 1 && numbers[j - 1] > moving) {
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
        assert(numbers[i - 1] <= numbers[i]); //~ FINDING assertion
    return 0;
}
