// A byte of a word is written by one thread, the word by the other.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

int word;

static void *write_word(void *unused)
{
    word = 1; //~ FINDING data-race
    return unused;
}

static void *write_byte(void *unused)
{
    ((char *)&word)[3] = 1;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, write_word, 0);
    pthread_create(&two, 0, write_byte, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
