struct large {
    long items[4];
};
long elsewhere(struct large of) {
    return of.items[0];
}
