// Memory from the system: it is zero, pages are whole, and it is given back by munmap.
//@ property: assert memory memory:leak
//@ verdict: safe
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(page != MAP_FAILED);
    assert(page[0] == 0);
    page[4095] = 1;
    assert(page[4095] == 1);
    assert(munmap(page, 100) == 0);
    return 0;
}
