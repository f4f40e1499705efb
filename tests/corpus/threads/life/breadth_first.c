// Orders of exploration other than depth-first do not keep track of threads and are refused.
//@ flags: --strategy bfs
//@ exit: 2
//@ error: --strategy dfs
#include <pthread.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
