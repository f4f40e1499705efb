#include <assert.h>
#include <pthread.h>
#include <raddle.h>

enum { IDLE, OPEN, CLOSED };

static int state = IDLE;
static int users;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *visit(void *unused)
{
    pthread_mutex_lock(&lock);
    int may_enter = state == OPEN;
    pthread_mutex_unlock(&lock);
    if (may_enter) {
        pthread_mutex_lock(&lock);
        users++;
        if (state == CLOSED)
            users--; /* nobody should come here */
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *manage(void *unused)
{
    int code;
    raddle_make_symbolic(&code, sizeof code, "code");
    pthread_mutex_lock(&lock);
    if (code == 1234)
        state = OPEN;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (state == OPEN)
        state = CLOSED;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, visit, 0);
    pthread_create(&two, 0, manage, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
