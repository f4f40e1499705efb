// longjmp to a function that has returned, although another call of the same function is under way.
//@ verdict: unsafe
#include <setjmp.h>

static jmp_buf place;

static int mark(int first)
{
    int calls = 1;
    if (first)
        return setjmp(place) + calls;
    longjmp(place, 1);  //~ FINDING memory
}

int main(void)
{
    mark(1);
    return mark(0);
}
