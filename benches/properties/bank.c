// Two tellers move money between accounts; each account has a lock, but one audit forgets one. Twelve assertions.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int accounts[2] = {10, 10}, transfers, audits;

static void move(int from, int to, int amount) {
    assert(from != to);
    assert(amount > 0);
    pthread_mutex_lock(&locks[0]);
    pthread_mutex_lock(&locks[1]);
    assert(accounts[from] >= 0);
    if (accounts[from] >= amount) {
        accounts[from] -= amount;
        accounts[to] += amount;
        assert(accounts[from] + accounts[to] == 20);
        assert(accounts[to] >= amount);
    }
    pthread_mutex_unlock(&locks[1]);
    pthread_mutex_unlock(&locks[0]);
    pthread_mutex_lock(&counting);
    transfers++;
    assert(transfers <= 2);
    pthread_mutex_unlock(&counting);
}

static void *teller(void *argument) {
    int first = argument != 0;
    move(first, !first, 4);
    return argument;
}

static void *auditor(void *argument) {
    pthread_mutex_lock(&locks[0]);
    int first = accounts[0];
    pthread_mutex_unlock(&locks[0]);
    assert(first == 6 || first == 10 || first == 14);
    pthread_mutex_lock(&locks[1]);
    int second = accounts[1];
    pthread_mutex_unlock(&locks[1]);
    assert(second == 6 || second == 10 || second == 14);
    assert(first + second == 20); // wrong: money moves between the two looks
    audits++;
    return argument;
}

int main(void) {
    pthread_t tellers[2], audit;
    pthread_create(&tellers[0], 0, teller, 0);
    pthread_create(&tellers[1], 0, teller, accounts);
    pthread_create(&audit, 0, auditor, 0);
    pthread_join(tellers[0], 0);
    pthread_join(tellers[1], 0);
    assert(transfers == 2);
    pthread_join(audit, 0);
    assert(audits == 1);
    assert(accounts[0] == 10); // holds: the transfers cancel each other
    return 0;
}
