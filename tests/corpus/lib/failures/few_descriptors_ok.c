// There may be no descriptor left, a wait may be interrupted, and a function to call at exit may find no room; errno says why.
//@ flags: --calls-may-fail
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void nothing(void)
{
}

int main(void)
{
    int ends[2] = {-1, -1};
    assert(pipe(ends) == 0 || errno == EMFILE);
    assert(dup(ends[0]) >= 0 || errno == EMFILE || errno == EBADF);
    assert(eventfd(0, 0) >= 0 || errno == EMFILE);
    assert(open("made", O_CREAT | O_WRONLY, 0600) >= 0 || errno == EMFILE);
    assert(fopen("written", "w") || errno == EMFILE);
    assert(poll(NULL, 0, 10) == 0 || errno == EINTR);
    atexit(nothing);
    return 0;
}
