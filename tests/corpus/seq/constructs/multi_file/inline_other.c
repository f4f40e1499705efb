inline int common(void) {
    return 3;
}

int number(void) {
    return 2;
}

int other(void) {
    return common();
}
