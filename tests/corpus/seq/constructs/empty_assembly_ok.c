// An empty asm statement is only a compiler barrier.
//@ verdict: safe
#include <assert.h>

int main(void)
{
    int x = 1;
    __asm__ volatile("" ::: "memory");
    x++;
    assert(x == 2);
    return 0;
}
