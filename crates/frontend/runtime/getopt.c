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

struct raddle_long_option {
    const char *name;
    int has_argument;
    int *flag;
    int value;
};

static size_t raddle_option_length(const char *text) {
    size_t length = 0;
    while (text[length] && text[length] != '=')
        length++;
    return length;
}

/* How many characters of a name an argument begins with, up to its '=': all of them is 2, some is 1. */
static int raddle_names_option(const char *text, size_t length, const char *name) {
    for (size_t index = 0; index < length; index++)
        if (text[index] != name[index])
            return 0;
    return name[length] ? 1 : 2;
}

/* The option that "--text" stands for: the one of this name, or the only one that begins like this. */
static int raddle_find_option(const char *text, const struct raddle_long_option *known) {
    size_t length = raddle_option_length(text);
    int found = -1, count = 0;
    for (int index = 0; known[index].name; index++) {
        int match = raddle_names_option(text, length, known[index].name);
        if (match == 2)
            return index;
        if (match == 1) {
            found = index;
            count++;
        }
    }
    return count == 1 ? found : -1;
}

int getopt_long(int count, char *const *arguments, const char *options, const struct raddle_long_option *known, int *index) {
    const char *word = optind < count ? arguments[optind] : NULL;
    if (raddle_option_at != 0 || !word || word[0] != '-' || word[1] != '-' || !word[2])
        return getopt(count, arguments, options);
    optarg = NULL;
    optind++;
    const char *text = word + 2;
    int found = raddle_find_option(text, known);
    if (found < 0) {
        optopt = 0;
        return '?';
    }
    size_t length = raddle_option_length(text);
    if (text[length] == '=' && known[found].has_argument)
        optarg = (char *)text + length + 1;
    else if (known[found].has_argument == 1)
        optarg = optind < count ? arguments[optind++] : NULL;
    if ((text[length] == '=' && !known[found].has_argument) || (known[found].has_argument == 1 && !optarg)) {
        optopt = known[found].value;
        return known[found].has_argument && *options == ':' ? ':' : '?';
    }
    if (index)
        *index = found;
    if (!known[found].flag)
        return known[found].value;
    *known[found].flag = known[found].value;
    return 0;
}
