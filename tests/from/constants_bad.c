// What a thread has read from a table of constants is known, and nothing is written there: also where a pointer leads to one of several tables.
// from: --at T2=@move
// verdict: unsafe
// finding: R0101 @move
// from: --at T2=@move,@call --at T3=@move,@call
// verdict: unsafe
// finding: R0101 @move
// from: --at T2=@chosen
// verdict: unsafe
// finding: R0101 @chosen
#include <assert.h>
#include <pthread.h>

struct order {
    int from, to;
};

static const struct order orders[2] = {{0, 1}, {2, 2}};
static const struct order others[2] = {{0, 1}, {1, 1}};

static void move(int from, int to) {
    assert(from != to); // @move
}

static void *clerk(void *argument) {
    for (int i = 0; i < 2; i++)
        move(orders[i].from, orders[i].to); // @call
    return argument;
}

static void *by_pointer(void *argument) {
    const struct order *const *all = argument;
    for (int i = 0; i < 2; i++) {
        int from = (*all)[i].from, to = (*all)[i].to;
        assert(from != to); // @chosen
    }
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    const struct order *tables[2] = {orders, others};
    pthread_create(&threads[0], NULL, clerk, NULL);
    pthread_create(&threads[1], NULL, clerk, NULL);
    pthread_create(&threads[2], NULL, by_pointer, &tables[1]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
