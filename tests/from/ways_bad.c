// from: --at T1=14
// verdict: unsafe
#include <pthread.h>
// Who is given something goes one room too far.
extern int __VERIFIER_nondet_int(void);
static int rooms[4], sink;
static void *work(void *arg)
{
    int given = __VERIFIER_nondet_int();
    int room = 3;
    if (given > 0)
        room = 4;
    sink = __VERIFIER_nondet_int();
    rooms[room] = given;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, 0);
    pthread_join(thread, NULL);
    return rooms[0];
}
