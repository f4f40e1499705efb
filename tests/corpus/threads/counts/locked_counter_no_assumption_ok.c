// Nothing is assumed of a counter that never comes near its limit, although most orders of its threads are not explored.
//@ verdict: safe
//@ assumption: none
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count(void *unused)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int each = 0; each < 2; each++)
        pthread_create(&threads[each], NULL, count, NULL);
    for (int each = 0; each < 2; each++)
        pthread_join(threads[each], NULL);
    assert(counter == 2);
    return 0;
}
