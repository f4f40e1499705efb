// The same one byte too far, if nothing follows.
//@ flags: --function checksum --where "packet && size(packet) == sizeof *packet + packet->length"
//@ verdict: unsafe
struct packet {
    unsigned long length;
    unsigned long kind;
    unsigned char data[];
};

unsigned checksum(const struct packet *packet)
{
    unsigned sum = packet->kind != 0;
    for (unsigned long i = 0; i <= packet->length; i++)
        sum += packet->data[i]; //~ FINDING memory-out-of-bounds
    return sum;
}
