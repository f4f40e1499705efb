/*
 * <unistd.h>: getopt. Its variables come with it.
 */
char *optarg;
int optind = 1, opterr = 1, optopt;
static int raddle_option_at;

int getopt(int count, char *const *arguments, const char *options) {
    optarg = NULL;
    if (raddle_option_at == 0) {
        if (optind >= count || !arguments[optind] || arguments[optind][0] != '-' || !arguments[optind][1])
            return -1;
        if (arguments[optind][1] == '-' && !arguments[optind][2]) {
            optind++;
            return -1;
        }
        raddle_option_at = 1;
    }
    char letter = arguments[optind][raddle_option_at++];
    int last = !arguments[optind][raddle_option_at];
    const char *known = options + (*options == ':' || *options == '+');
    while (*known && (*known == ':' || *known != letter))
        known++;
    optopt = letter;
    if (!*known || known[1] != ':') {
        if (last) {
            optind++;
            raddle_option_at = 0;
        }
        return *known ? letter : '?';
    }
    if (!last)
        optarg = arguments[optind] + raddle_option_at;
    else if (known[2] != ':')
        optarg = ++optind < count ? arguments[optind] : NULL;
    optind++;
    raddle_option_at = 0;
    if (!optarg && known[2] != ':')
        return *options == ':' ? ':' : '?';
    return letter;
}
