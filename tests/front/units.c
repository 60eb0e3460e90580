/* The parts of the front, one by one, under sanitizers: `units` checks tables, `units fuzz COUNT SEED FILE` random bytes. */
#define main front_main
#include "../../front/front.c"
#undef main

#define EXPECT(what)                                                        \
    do {                                                                    \
        if (!(what)) {                                                      \
            fprintf(stderr, "units.c:%d: %s does not hold\n", __LINE__, #what); \
            exit(1);                                                        \
        }                                                                   \
    } while (0)

static uint64_t seed;

static size_t below(size_t limit) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return limit == 0 ? 0 : (size_t)(seed % limit);
}

static void check_seconds(void) {
    static const struct {
        const char *word;
        int64_t value;
    } rows[] = {
        {"30", 30000},   {"0.5", 500},      {"1.25", 1250},     {"0.0625", 62},     {"86400", 86400000}, {"0.001", 1},
        {"", 0},         {".", 0},          {"0", 0},           {"86401", 0},       {"-1", 0},           {"+1", 0},
        {"nan", 0},      {"inf", 0},        {"1e3", 0},         {"1..2", 0},        {"1.2.3", 0},        {" 1", 0},
        {"1 ", 0},       {"0x10", 0},       {"1,5", 0},         {"9999999999999999999999", 0},           {"0.0001", 0},
        {"1.0000000000001", 0},
    };
    for (size_t one = 0; one < sizeof rows / sizeof *rows; one++) {
        if (read_seconds(rows[one].word) != rows[one].value) {
            fprintf(stderr, "seconds of `%s`: %lld\n", rows[one].word, (long long)read_seconds(rows[one].word));
            exit(1);
        }
    }
}

static void check_words(void) {
    char longest[80];
    memset(longest, 'a', sizeof longest);
    longest[64] = '\0';
    EXPECT(is_plain(longest));
    longest[64] = 'a';
    longest[65] = '\0';
    EXPECT(!is_plain(longest));
    EXPECT(is_plain("p-0123456789abcdef"));
    static const char *const none[] = {"", ".", "..", "a/b", "/", "a b", "a\n", "\xc3\xa9", "a_b", "*", "~"};
    for (size_t one = 0; one < sizeof none / sizeof *none; one++) EXPECT(!is_plain(none[one]));
}

static void check_texts(void) {
    static struct text text;
    text.most = SMALL * 3;
    char *data = calloc(1, SMALL);
    EXPECT(add(&text, data, SMALL) && text.data == text.small);
    EXPECT(add(&text, data, 1) && text.data == text.mapped && text.used == SMALL + 1);
    EXPECT(add(&text, data, SMALL) && !add(&text, data, SMALL));
    EXPECT(add(&text, data, SMALL - 1) && !add(&text, data, 1) && text.used == SMALL * 3);
    free(data);
    static struct text tiny;
    tiny.most = 3;
    EXPECT(add(&tiny, "ab", 2) && !add(&tiny, "cd", 2) && add(&tiny, "c", 1));
}

static void check_environment(void) {
    char *kept[MOST_NAMES + 1];
    char *all[] = {"HOME=/x", "LD_PRELOAD=a", "KEY=1", "KEY=2", "broken", "=empty", "KEYS=3", "PYTHONPATH=.", NULL};
    struct table table = {0};
    table.named = 1;
    table.names = "KEY\nLD_PRELOAD\nPYTHONPATH\n";
    table.names_size = strlen(table.names);
    choose_environment(&table, all, kept);
    EXPECT(same(kept[0], "KEY=1") && kept[1] == NULL);
    table.named = 0;
    choose_environment(&table, all, kept);
    EXPECT(same(kept[0], "HOME=/x") && same(kept[1], "KEY=1") && same(kept[2], "=empty") && same(kept[3], "KEYS=3"));
    EXPECT(kept[4] == NULL);
    static char *many[MOST_NAMES * 2 + 1];
    static char words[MOST_NAMES * 2][16];
    for (int one = 0; one < MOST_NAMES * 2; one++) {
        snprintf(words[one], sizeof words[one], "N%d=", one);
        many[one] = words[one];
    }
    choose_environment(&table, many, kept);
    EXPECT(kept[MOST_NAMES] == NULL && kept[MOST_NAMES - 1] != NULL);
    choose_environment(&table, NULL, kept);
    EXPECT(kept[0] == NULL);
}

/* Whatever a table holds: it is refused, or what is used of it lies inside. */
static void read_one(const char *data, size_t size, const char *client, const char *native) {
    struct table table;
    char *copy = malloc(size ? size : 1), *kept[MOST_NAMES + 1];
    memcpy(copy, data, size);
    if (read_table(copy, size, client, native, &table)) {
        EXPECT(table.names >= copy && table.names + table.names_size <= copy + size);
        if (table.row.found) {
            EXPECT(table.row.out >= copy && table.row.out + table.row.out_size == table.row.err);
            EXPECT(table.row.err + table.row.err_size < copy + size);
            EXPECT(table.row.code == 0 || table.row.code == BLOCKED);
            EXPECT(table.row.limit <= LONGEST_EVENT);
        }
        choose_environment(&table, environ, kept);
    }
    free(copy);
}

static void fuzz(long count, const char *file) {
    static char data[LONGEST_TABLE], changed[LONGEST_TABLE + 64];
    static const char *const clients[] = {"claude-code", "cursor", "codex", "gemini-cli", "copilot-cli", "x"};
    static const char *const natives[] = {"PreToolUse", "PostToolUse", "beforeShellExecution", "AfterTool", ""};
    FILE *in = fopen(file, "rb");
    EXPECT(in != NULL);
    size_t size = fread(data, 1, sizeof data, in);
    fclose(in);
    for (long turn = 0; turn < count; turn++) {
        size_t length = size;
        memcpy(changed, data, size);
        for (size_t times = below(4); times > 0; times--) {
            size_t at = below(length), many = 1 + below(40);
            switch (below(5)) {
            case 0: changed[at] = (char)below(256); break;
            case 1: changed[at] = (char)(changed[at] ^ (1 << below(8))); break;
            case 2: length = at; break;
            case 3: /* a digit more or another one: lengths that lie */
                while (at < length && (changed[at] < '0' || changed[at] > '9')) at++;
                if (at < length) changed[at] = (char)('0' + below(10));
                break;
            default:
                if (at + many < length) memmove(changed + at, changed + at + many, length - at - many), length -= many;
            }
            if (length == 0) break;
        }
        read_one(changed, length, clients[below(6)], natives[below(5)]);
        char word[24] = {0};
        for (size_t one = 0; one < below(sizeof word); one++) word[one] = ".0123456789e-+x "[below(16)];
        int64_t value = read_seconds(word);
        EXPECT(value >= 0 && value <= (int64_t)MOST_SECONDS * 1000);
        (void)is_plain(word);
    }
}

int main(int count, char **words) {
    if (count == 5) {
        seed = strtoull(words[3], NULL, 10) | 1;
        fuzz(strtol(words[2], NULL, 10), words[4]);
        return 0;
    }
    check_seconds();
    check_words();
    check_texts();
    check_environment();
    read_one("", 0, "a", "b");
    read_one("policyhooks front 1\n", 20, "a", "b");
    return 0;
}
