int put(int *slots, int count, int value);
