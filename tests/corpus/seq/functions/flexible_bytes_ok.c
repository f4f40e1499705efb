// Bytes behind a struct, whose number is larger than the struct has bytes, or smaller.
//@ flags: --function checksum --where "packet && size(packet) >= sizeof *packet + packet->length"
//@ verdict: safe
struct packet {
    unsigned long length;
    unsigned char kind;
    unsigned char data[];
};

unsigned checksum(const struct packet *packet)
{
    unsigned sum = packet->kind;
    for (unsigned long i = 0; i < packet->length; i++)
        sum += packet->data[i];
    return sum;
}
