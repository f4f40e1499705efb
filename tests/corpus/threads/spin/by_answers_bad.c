// A thread asks for two flags in each round, and gets the answers in a struct of its own: main sets one of them only, so from then on the answers are the same in every round.
//@ flags: -p deadlock
//@ verdict: unsafe
//@ revisions: default none c11 tso
//@[none] flags: --reduce=none --summaries=off
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
#include <pthread.h>
#include <stdatomic.h>
static atomic_int left, right;
struct answers {
    int left, right;
};

static void ask(struct answers *answers)
{
    answers->left = atomic_load(&left);
    answers->right = atomic_load(&right); //~ FINDING livelock
}

static void *waiter(void *unused)
{
    struct answers answers = {0, 0};
    do
        ask(&answers);
    while (!answers.left || !answers.right);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    atomic_store(&left, 1);
    pthread_join(thread, NULL);
    return 0;
}
