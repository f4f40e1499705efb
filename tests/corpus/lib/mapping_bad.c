// Behind the last page is nothing, memory from the system is not freed, and not used after it was given back.
//@ property: memory
//@ verdict: unsafe
#include <stdlib.h>
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    switch (__VERIFIER_nondet_int()) {
    case 0:
        page[4096] = 1;  //~ FINDING memory-out-of-bounds
        break;
    case 1:
        free(page);  //~ FINDING memory-invalid-free
        break;
    default:
        munmap(page, 100);
        page[0] = 1;  //~ FINDING memory-use-after-free
    }
    return 0;
}
