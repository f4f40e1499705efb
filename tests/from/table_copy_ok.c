// Structs of pointers are copied out of a table at an index that nobody knows: a member holds what was stored into that member.
// from: --at w=@run -p memory --until backedge
// verdict: safe
// from: --at w=@check -p memory --until backedge
// verdict: safe
#include <pthread.h>
#include <string.h>
#define N 6

struct handler {
    const char *name;
    int (*run)(int);
    int mask;
    struct {
        int (*check)(int);
        int limit;
    } guard;
};
static int inc(int x) { return x < 100 ? x + 1 : x; }
static int dec(int x) { return x > 0 ? x - 1 : x; }
static int even(int x) { return x % 2 == 0; }
static int any(int x) { return x >= 0; }
static struct handler handlers[N];
static int count, state;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(struct handler h)
{
    pthread_mutex_lock(&lock);
    if (count < N)
        handlers[count++] = h;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&lock);
        for (int k = 0; k < count; k++) {
            struct handler h;
            memcpy(&h, &handlers[k], sizeof h);
            if (h.guard.check && h.guard.check(state) && h.run) // @check
                state = h.run(state); // @run
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    struct handler up = { "up", inc, 1, { even, 5 } }, down = { .name = "down", .run = dec, .guard = { any, 7 } };
    add(up);
    add(down);
    pthread_join(t, 0);
    return 0;
}
