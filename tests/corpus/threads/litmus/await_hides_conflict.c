// The first thread waits for ever once the third one has written, and then shows nothing of the write behind its condition. The
// read of the second thread conflicts with it all the same: that the read comes first and the section is still possible is a trace of its own.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor descending
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[descending] flags: --reduce=dpor --summaries=off --descending
//@[dpor,descending] full_runs: 4
#include <pthread.h>
#include <raddle.h>

int turn = 1, written;

static void *waiter(void *unused)
{
    raddle_atomic_begin();
    int seen = turn;
    raddle_await(seen != 2);
    written = 0;
    raddle_atomic_end();
    written = 0;
    return unused;
}

static void *reader(void *unused)
{
    int seen = written;
    (void)seen;
    return unused;
}

static void *changer(void *unused)
{
    int seen = turn;
    turn = seen + 1;
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, waiter, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_create(&three, 0, changer, 0);
    pthread_exit(0);
}
