// A program in stages, each with a loop whose length is an input; what is done for long ones lies deep for a search from main.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[8], used, kinds[4], total;

static void stage0(int count)
{
    int done = 0;
    for (int i = 0; i < count; i++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        if ((value & 3) == 0) {
            kinds[0]++;
        } else {
            items[used & 7] = value;
            used++;
        }
        pthread_mutex_unlock(&lock);
        done++;
    }
    if (done > 100) {
        pthread_mutex_lock(&lock);
        if (used > 2)
            total += 1;
        else
            total--;
        used = 0;
        kinds[0] = 0;
        pthread_mutex_unlock(&lock);
    }
}

static void stage1(int count)
{
    int done = 0;
    for (int i = 0; i < count; i++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        if ((value & 3) == 1) {
            kinds[1]++;
        } else {
            items[used & 7] = value;
            used++;
        }
        pthread_mutex_unlock(&lock);
        done++;
    }
    if (done > 200) {
        pthread_mutex_lock(&lock);
        if (used > 3)
            total += 2;
        else
            total--;
        used = 0;
        kinds[1] = 0;
        pthread_mutex_unlock(&lock);
    }
}

static void stage2(int count)
{
    int done = 0;
    for (int i = 0; i < count; i++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        if ((value & 3) == 2) {
            kinds[2]++;
        } else {
            items[used & 7] = value;
            used++;
        }
        pthread_mutex_unlock(&lock);
        done++;
    }
    if (done > 300) {
        pthread_mutex_lock(&lock);
        if (used > 4)
            total += 3;
        else
            total--;
        used = 0;
        kinds[2] = 0;
        pthread_mutex_unlock(&lock);
    }
}

static void stage3(int count)
{
    int done = 0;
    for (int i = 0; i < count; i++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        if ((value & 3) == 3) {
            kinds[3]++;
        } else {
            items[used & 7] = value;
            used++;
        }
        pthread_mutex_unlock(&lock);
        done++;
    }
    if (done > 400) {
        pthread_mutex_lock(&lock);
        if (used > 5)
            total += 4;
        else
            total--;
        used = 0;
        kinds[3] = 0;
        pthread_mutex_unlock(&lock);
    }
}

static void stage4(int count)
{
    int done = 0;
    for (int i = 0; i < count; i++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        if ((value & 3) == 0) {
            kinds[0]++;
        } else {
            items[used & 7] = value;
            used++;
        }
        pthread_mutex_unlock(&lock);
        done++;
    }
    if (done > 500) {
        pthread_mutex_lock(&lock);
        if (used > 6)
            total += 5;
        else
            total--;
        used = 0;
        kinds[0] = 0;
        pthread_mutex_unlock(&lock);
    }
}

static void stage5(int count)
{
    int done = 0;
    for (int i = 0; i < count; i++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        if ((value & 3) == 1) {
            kinds[1]++;
        } else {
            items[used & 7] = value;
            used++;
        }
        pthread_mutex_unlock(&lock);
        done++;
    }
    if (done > 600) {
        pthread_mutex_lock(&lock);
        if (used > 7)
            total += 6;
        else
            total--;
        used = 0;
        kinds[1] = 0;
        pthread_mutex_unlock(&lock);
    }
}

static void stage6(int count)
{
    int done = 0;
    for (int i = 0; i < count; i++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        if ((value & 3) == 2) {
            kinds[2]++;
        } else {
            items[used & 7] = value;
            used++;
        }
        pthread_mutex_unlock(&lock);
        done++;
    }
    if (done > 700) {
        pthread_mutex_lock(&lock);
        if (used > 8)
            total += 7;
        else
            total--;
        used = 0;
        kinds[2] = 0;
        pthread_mutex_unlock(&lock);
    }
}

static void stage7(int count)
{
    int done = 0;
    for (int i = 0; i < count; i++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        if ((value & 3) == 3) {
            kinds[3]++;
        } else {
            items[used & 7] = value;
            used++;
        }
        pthread_mutex_unlock(&lock);
        done++;
    }
    if (done > 800) {
        pthread_mutex_lock(&lock);
        if (used > 9)
            total += 8;
        else
            total--;
        used = 0;
        kinds[3] = 0;
        pthread_mutex_unlock(&lock);
    }
}

static void *work(void *unused)
{
    stage0(__VERIFIER_nondet_int());
    stage2(__VERIFIER_nondet_int());
    stage4(__VERIFIER_nondet_int());
    stage6(__VERIFIER_nondet_int());
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    stage1(__VERIFIER_nondet_int());
    stage3(__VERIFIER_nondet_int());
    stage5(__VERIFIER_nondet_int());
    stage7(__VERIFIER_nondet_int());
    pthread_join(thread, 0);
    return 0;
}
