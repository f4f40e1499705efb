// Two threads ask functions for flags, and get the answers by reference: main sets one of them later, and who asks for the other one counts in memory of its own, and gives up.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: -p deadlock --reduce=none --summaries=off
//@[dpor] flags: -p deadlock --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>
static atomic_int set, unset;
struct question {
    int answer, asked;
};

static void ask(int *answer)
{
    *answer = atomic_load(&set);
}

static void *waiter(void *unused)
{
    int answer = 0;
    while (!answer)
        ask(&answer);
    return unused;
}

static void ask_again(struct question *question)
{
    question->answer = atomic_load(&unset);
    question->asked++;
}

static void *doubter(void *unused)
{
    struct question question = {0, 0};
    while (!question.answer && question.asked < 3)
        ask_again(&question);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, waiter, NULL);
    pthread_create(&second, NULL, doubter, NULL);
    atomic_store(&set, 1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
