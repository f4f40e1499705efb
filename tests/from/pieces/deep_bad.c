// A server answers those who know a word. What is behind that is hard to reach from main, and easy from where the loop that tests the word starts over.
// Who does not know it leaves main waiting for room in the queue for ever.
// flags: -p deadlock -p assert
// verdict: unsafe
// finding: R0501
#include <pthread.h>
#define SLOTS 8
extern int __VERIFIER_nondet_int(void);
struct request { int kind, size, tries; };
static struct request requests[SLOTS];
static int first, used, closed, served, failed, large, retried, odd;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, less = PTHREAD_COND_INITIALIZER;

/* Whether somebody knows the word. */
static int handshake(void)
{
    unsigned hash = 2166136261u;
    for (int i = 0; i < 300; i++) {
        hash ^= (unsigned char)__VERIFIER_nondet_int();
        hash *= 16777619u;
        hash ^= hash >> 15;
    }
    return hash == 0x2f1c7a55u;
}

static void put(struct request request)
{
    pthread_mutex_lock(&lock);
    while (used == SLOTS)
        pthread_cond_wait(&less, &lock);
    requests[(first + used) % SLOTS] = request;
    used++;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
}

static int get(struct request *request)
{
    pthread_mutex_lock(&lock);
    while (used == 0 && !closed)
        pthread_cond_wait(&more, &lock);
    int there = used > 0;
    if (there) {
        *request = requests[first];
        first = (first + 1) % SLOTS;
        used--;
        pthread_cond_signal(&less);
    }
    pthread_mutex_unlock(&lock);
    return there;
}

static void finish(int good)
{
    pthread_mutex_lock(&lock);
    if (good)
        served++;
    else
        failed++;
    pthread_mutex_unlock(&lock);
}

static void *serve(void *unused)
{
    struct request request;
    if (!handshake())
        return unused;
    while (get(&request)) {
        if (request.kind == 3) {
            pthread_mutex_lock(&lock);
            odd++;
            pthread_mutex_unlock(&lock);
        }
        if (request.size > 1000) {
            pthread_mutex_lock(&lock);
            large++;
            pthread_mutex_unlock(&lock);
            finish(0);
        } else if (request.tries > 2) {
            pthread_mutex_lock(&lock);
            retried++;
            pthread_mutex_unlock(&lock);
            finish(request.size % 2);
        } else {
            finish(1);
        }
    }
    return unused;
}

int main(void)
{
    pthread_t server;
    pthread_create(&server, 0, serve, 0);
    for (int i = 0; i < 100; i++) {
        struct request request = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), i % 4};
        put(request);
    }
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
    pthread_join(server, 0);
    return served + failed < 0;
}
