// More tickets are issued than there are seats. Sellers stop the sale when the last seat is gone, but those that were started
// before go on selling. The target needs nearly all sellers to have counted before main looks.
#include <pthread.h>

#ifndef ISSUED
#define ISSUED 15
#endif
#ifndef CUSHION
#define CUSHION 3
#endif

static int sold, stop, oversold;

static void *sell(void *unused) {
    (void)unused;
    sold++;
    if (sold > ISSUED - CUSHION)
        stop = 1;
    return 0;
}

int main(void) {
    pthread_t sellers[ISSUED];
    for (int i = 0; i < ISSUED; i++) {
        if (stop) {
            sold--;
            break;
        }
        pthread_create(&sellers[i], 0, sell, 0);
    }
    if (sold > ISSUED - CUSHION)
        oversold = 1; // target oversold
    return oversold;
}
