// A signal that was blocked comes as soon as it is not blocked any more, which is before the number is set here.
//@ property: assert
//@ verdict: unsafe
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t ready, came;

static void handle(int number)
{
    assert(ready); //~ FINDING assert
    came = number;
}

int main(void)
{
    sigset_t set, before;
    signal(SIGUSR1, handle);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &before);
    kill(getpid(), SIGUSR1);
    assert(came == 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    ready = 1;
    return 0;
}
