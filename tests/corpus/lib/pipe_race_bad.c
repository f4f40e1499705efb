// A buffer is filled by one thread's read while another one looks at it.
//@ property: race
//@ verdict: unsafe
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char buffer[4];

static void *reader(void *unused)
{
    read(ends[0], buffer, 4);  //~ FINDING race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pipe(ends);
    write(ends[1], "abcd", 4);
    pthread_create(&thread, NULL, reader, NULL);
    int seen = buffer[0];
    pthread_join(thread, NULL);
    return seen;
}
