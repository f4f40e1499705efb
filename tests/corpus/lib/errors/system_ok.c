// What the system says about itself, and memory it refuses.
//@ property: assert memory
//@ verdict: safe
//@ assumption: A0170
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void)
{
    char name[16];
    assert(sysconf(_SC_PAGESIZE) == 4096 && getpagesize() == 4096);
    assert(sysconf(_SC_NPROCESSORS_ONLN) >= 1);
    errno = 0;
    assert(sysconf(-5) == -1 && errno == EINVAL);
    assert(pthread_atfork(NULL, NULL, NULL) == 0);
    assert(prctl(PR_SET_NAME, "a rather long name") == 0);
    assert(prctl(PR_GET_NAME, name) == 0 && strcmp(name, "a rather long n") == 0);
    assert(mmap(NULL, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
    assert(mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
    char *page = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(munmap(page + 1, 8) == -1 && errno == EINVAL);
    assert(munmap(page, 0) == -1 && errno == EINVAL);
    assert(munmap(page, 8) == 0);
    return 0;
}
