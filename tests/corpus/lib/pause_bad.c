// The handler of the alarm uses what the program makes ready only after it has waited for it.
//@ verdict: unsafe
//@ assumption: A0171
#include <signal.h>
#include <unistd.h>

static int *total;

static void add(int number)
{
    (void)number;
    *total += 1; //~ FINDING memory-null-dereference
}

int main(void)
{
    static int memory;
    signal(SIGALRM, add);
    alarm(1);
    pause();
    total = &memory;
    return 0;
}
