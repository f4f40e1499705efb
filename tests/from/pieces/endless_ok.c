// A loop that nothing leaves: fragments of it follow each other, and that is all there is.
// verdict: safe
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int beats;

static void *beat(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        beats = (beats + 1) & 7;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, beat, 0);
    for (;;) {
        pthread_mutex_lock(&lock);
        beats = 0;
        pthread_mutex_unlock(&lock);
    }
}
