// Three races on one array are told once, with a count of the others; a race on another variable is told on its own.
//@ property: race
//@ verdict: unsafe
//@ output: and 2 more pairs of accesses like this one
#include <pthread.h>

static int cells[3], flag;

static void *work(void *unused)
{
    cells[0] = 1;  //~ FINDING race
    cells[1] = 1;  //~ FINDING race
    cells[2] = 1;  //~ FINDING race
    flag = 1;  //~ FINDING race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    cells[0] = 2;
    cells[1] = 2;
    cells[2] = 2;
    flag = 2;
    pthread_join(thread, NULL);
    return 0;
}
