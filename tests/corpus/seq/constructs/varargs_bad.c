// The count says four, but the list holds three positive numbers and ends with a terminator.
//@ verdict: unsafe
#include <assert.h>
#include <stdarg.h>

static int smallest(int count, ...)
{
    va_list list;
    va_start(list, count);
    int least = va_arg(list, int);
    for (int i = 1; i < count; i++) {
        int next = va_arg(list, int);
        if (next < least)
            least = next;
    }
    va_end(list);
    return least;
}

int main(void)
{
    assert(smallest(3, 8, 3, 5, -1) == 3);
    assert(smallest(4, 8, 3, 5, -1) == 3); //~ FINDING assertion
    return 0;
}
