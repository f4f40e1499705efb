// Two threads that may use different nodes: both may be inside at once.
// from: --at T1=@lock --at T2=@inside --until 2 -p assert
// verdict: unsafe
// finding: R0101 @assertion
// from: --at T1=@lock --at T2=@inside --until 2 -p assert --precision naive
// verdict: unsafe
// finding: R0101 @assertion
#include <assert.h>
#include <pthread.h>

struct node { pthread_mutex_t lock; int data; };
static struct node nodes[2];
static int limit, which, bar_is_inside;

static void foo(struct node *a)
{
    for (int x = 1; x < limit; x++) {
        pthread_mutex_lock(&a->lock); // @lock
        assert(!bar_is_inside); // @assertion
        a->data++;
        pthread_mutex_unlock(&a->lock);
    }
}

static void bar(struct node *b)
{
    pthread_mutex_lock(&b->lock);
    bar_is_inside = 1;
    b->data--; // @inside
    bar_is_inside = 0;
    pthread_mutex_unlock(&b->lock);
}

static void *run_a(void *unused) { foo(&nodes[1]); return unused; }
static void *run_b(void *unused) { bar(&nodes[which]); return unused; }

int main(int argc, char **argv)
{
    pthread_t a, b;
    limit = argc;
    which = argc % 2;
    pthread_mutex_init(&nodes[0].lock, 0);
    pthread_mutex_init(&nodes[1].lock, 0);
    pthread_create(&a, 0, run_a, argv);
    pthread_create(&b, 0, run_b, argv);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
