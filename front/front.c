/*
 * The front: what an entry of version 2 starts as `bin/hook`, in the place of the script of that name.
 *
 *     hook 2 PROJECT CLIENT EVENT SECONDS          the event on stdin
 *
 * It starts the ordinary hook (`bin/ordinary`, beside it) as a child and stands outside of it: it reads stdin once,
 * owns stdout and the deadline, and passes on an answer only when it is complete and in time. Whatever else the child
 * does, the client gets the fail answer that activation declared for this event (`current/front`, see read_table).
 *
 *     leaves with 64    the answer is complete; the entry makes 0 of it
 *                  2    blocked, with a reason
 *                 70    it could not run and there is no declared answer: the entry's tail has one
 *
 * It decides nothing and parses no event. Its place is where its file is: neither the arguments, nor the environment,
 * nor the working folder lead it elsewhere. The child gets the variables that `current/front` names and no others.
 * Plain C11 and POSIX; no locale, no threads, no memory but what stands below and one mapping for long texts.
 * docs/explanation/front.md says what it promises, tests/front proves it.
 */
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

/* Between it and exec the child makes system calls and nothing else: where it may borrow our memory it is cheaper. */
#ifdef __linux__
#define FORK vfork
#else
#define FORK fork
#endif

enum {
    BLOCKED = 2,
    COMPLETE = 64,
    BROKEN = 70,
    TWO_ANSWERS = 1,   /* of a row: leaving with 2 is an answer to this event */
    MUST_SPEAK = 2,    /* of a row: an answer is never empty */
    SMALL = 1 << 16,   /* of most texts; longer ones get a mapping */
    LONGEST_PATH = 4096,
    LONGEST_TABLE = 1 << 19,
    MOST_NAMES = 512,
    LONGEST_EVENT = 16 << 20,  /* where no row says less */
    LONGEST_ANSWER = 64 << 20, /* an event of 16 MiB whose every character is escaped, and some more */
    LONGEST_NOISE = 1 << 16,   /* of stderr; the rest is read and dropped */
    MOST_SECONDS = 86400,
};

/* Shares of the client's time-out, in hundredths. */
enum { CHILD_SHARE = 95, DEADLINE = 80, UNWRITTEN = 88, STOPPED = 91 };

/* A text that grows: first in its own small room, then in one mapping of the longest size. */
struct text {
    char *data;
    size_t used, room, most;
    char *mapped;
    char small[SMALL];
};

/* What activation declared for one event of one client. */
struct row {
    int found;
    size_t limit; /* bytes of an event */
    unsigned flags, code;
    const char *out, *err;
    size_t out_size, err_size;
};

struct table {
    size_t size;
    const char *names; /* each ends with a line break */
    size_t names_size;
    int named;
    struct row row;
};

static struct text event_text, answer_text, noise_text;
static char table_data[LONGEST_TABLE + 1];
static volatile sig_atomic_t child_pid, guard_pid, answering;
static int wake_writer = -1;
static int64_t unwritten; /* when an answer that is still not written is given up */
extern char **environ;

/* ---- small things ------------------------------------------------------------------------------------------- */

static const char UNHEARD[] = "policyhooks could not write its answer.\n";

static int64_t now_ms(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

static int same(const char *one, const char *other) { return strcmp(one, other) == 0; }

/* Everything, or 0. */
static int write_all(int descriptor, const char *data, size_t size) {
    while (size > 0) {
        ssize_t done = write(descriptor, data, size);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0 && errno == EAGAIN) { /* some clients' pipes do not wait by themselves */
            struct pollfd end = {descriptor, POLLOUT, 0};
            (void)poll(&end, 1, -1);
            continue;
        }
        if (done <= 0) return 0;
        data += done;
        size -= (size_t)done;
    }
    return 1;
}

static void say(const char *words) { (void)write_all(2, words, strlen(words)); }

static void end_children(void) {
    if (child_pid > 0) kill(-child_pid, SIGKILL);
    if (guard_pid > 0) kill(guard_pid, SIGKILL);
}

/* Every way out: nobody of ours stays behind, not even as a process that waits to be counted. */
static _Noreturn void leave(int code) {
    end_children();
    if (guard_pid > 0) waitpid(guard_pid, NULL, 0);
    if (child_pid > 0) waitpid(child_pid, NULL, 0);
    _exit(code);
}

static int add(struct text *text, const char *data, size_t size) {
    if (text->data == NULL) {
        text->data = text->small;
        text->room = text->most < SMALL ? text->most : SMALL;
    }
    if (size > text->most - text->used) return 0;
    if (size > text->room - text->used) {
        char *mapped = mmap(NULL, text->most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
        if (mapped == MAP_FAILED) return 0;
        memcpy(mapped, text->data, text->used);
        text->data = text->mapped = mapped;
        text->room = text->most;
    }
    memcpy(text->data + text->used, data, size);
    text->used += size;
    return 1;
}

/* ---- the arguments ------------------------------------------------------------------------------------------ */

/* Letters, digits and hyphens: a project's id stands in a committed file and must not lead elsewhere. */
static int is_plain(const char *word) {
    size_t size = strlen(word);
    if (size == 0 || size > 64) return 0;
    for (; *word; word++)
        if (!((*word >= 'a' && *word <= 'z') || (*word >= 'A' && *word <= 'Z') || (*word >= '0' && *word <= '9') ||
              *word == '-'))
            return 0;
    return 1;
}

/* Seconds as install writes them, in milliseconds; 0 where it is no such number. */
static int64_t read_seconds(const char *word) {
    int64_t value = 0, scale = 1000;
    int point = 0, digits = 0;
    for (; *word; word++) {
        if (*word == '.' && !point) {
            point = 1;
            continue;
        }
        if (*word < '0' || *word > '9' || ++digits > 12) return 0;
        if (point) scale /= 10;
        value = point ? value + (*word - '0') * scale : value * 10 + (*word - '0') * 1000;
        if (value > (int64_t)MOST_SECONDS * 1000) return 0;
    }
    return value;
}

/* ---- its place ---------------------------------------------------------------------------------------------- */

/* The path of the running file itself; 0 where the system does not say it. */
static int own_path(char *path, size_t room) {
#ifdef __APPLE__
    char found[LONGEST_PATH], real[PATH_MAX];
    uint32_t size = sizeof found;
    if (_NSGetExecutablePath(found, &size) != 0 || realpath(found, real) == NULL || strlen(real) >= room) return 0;
    strcpy(path, real);
#else
    static const char gone[] = " (deleted)"; /* what a newer one has replaced since we were started */
    ssize_t size = readlink("/proc/self/exe", path, room - 1);
    if (size <= 0 || (size_t)size >= room - 1) return 0;
    path[size] = '\0';
    size_t end = sizeof gone - 1;
    if ((size_t)size > end && same(path + size - end, gone)) path[(size_t)size - end] = '\0';
#endif
    return 1;
}

/* The folder above `bin`. */
static int own_folder(char *folder, size_t room) {
    static const char tail[] = "/bin/hook";
    if (!own_path(folder, room)) return 0;
    size_t size = strlen(folder), end = sizeof tail - 1;
    if (size <= end || !same(folder + size - end, tail)) return 0;
    folder[size - end] = '\0';
    return 1;
}

static int is_private(int descriptor, int folder) {
    struct stat found;
    if (fstat(descriptor, &found) != 0) return 0;
    if (folder ? !S_ISDIR(found.st_mode) : !S_ISREG(found.st_mode)) return 0;
    return (found.st_uid == 0 || found.st_uid == geteuid()) && !(found.st_mode & 022);
}

/* The state folder: our own, or the one that a project leads to from a user's share folder. */
static int open_state(const char *own, const char *project, const char *client) {
    char path[LONGEST_PATH + 160];
    struct stat found;
    int share = open(own, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (share < 0 || same(project, "-") || fstatat(share, "current", &found, AT_SYMLINK_NOFOLLOW) == 0) return share;
    int trusted = is_private(share, 1) && is_plain(project) && is_plain(client);
    close(share);
    if (!trusted) return -1;
    snprintf(path, sizeof path, "%s/projects/%s/%s", own, project, client);
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* ---- what activation declared ------------------------------------------------------------------------------- */

/* The next word of a line, which ends with a blank or, where `last`, with the line; 0 where there is none. */
static int next_word(const char **at, const char *end, const char **word, size_t *size, int last) {
    const char *start = *at;
    while (*at < end && **at > ' ' && **at < 127) (*at)++;
    *word = start;
    *size = (size_t)(*at - start);
    if (*size == 0 || *at >= end || **at != (last ? '\n' : ' ')) return 0;
    (*at)++;
    return 1;
}

static int next_number(const char **at, const char *end, size_t most, size_t *value) {
    const char *word;
    size_t size;
    if (!next_word(at, end, &word, &size, 0) || size > 9) return 0;
    for (*value = 0; size > 0; size--, word++) {
        if (*word < '0' || *word > '9') return 0;
        *value = *value * 10 + (size_t)(*word - '0');
    }
    return *value <= most;
}

/* 64 bits over the words of a line and what it announces: against accidents, like every check of the image. */
static uint64_t check_of(uint64_t value, const char *data, size_t size) {
    for (; size > 0; size--, data++) value = (value ^ (unsigned char)*data) * UINT64_C(0x100000001b3);
    return value;
}

/* A line's last word is the check of it and of the `size` bytes behind it; those end with a line break. */
static int read_body(const char *line, const char **at, const char *end, size_t size, int checked, const char **body) {
    char wanted[17];
    const char *word, *before = *at;
    size_t length;
    if (!next_word(at, end, &word, &length, 1) || length != 16) return 0;
    if (size >= (size_t)(end - *at) || (*at)[size] != '\n') return 0;
    *body = *at;
    *at += size + 1;
    if (!checked) return 1;
    uint64_t check = check_of(UINT64_C(0xcbf29ce484222325), line, (size_t)(before - line));
    snprintf(wanted, sizeof wanted, "%016llx", (unsigned long long)check_of(check, *body, size));
    return memcmp(wanted, word, 16) == 0;
}

static int is_word(const char *word, size_t size, const char *wanted) {
    return strlen(wanted) == size && memcmp(word, wanted, size) == 0;
}

static int read_answer(const char *line, const char **at, const char *end, const char *client, const char *native,
                       struct row *row) {
    const char *word[2], *body;
    size_t size[2], limit, flags, code, out, err;
    if (!next_word(at, end, &word[0], &size[0], 0) || !next_word(at, end, &word[1], &size[1], 0)) return 0;
    if (!next_number(at, end, LONGEST_EVENT, &limit) || !next_number(at, end, 3, &flags)) return 0;
    if (!next_number(at, end, BLOCKED, &code) || (code != 0 && code != BLOCKED)) return 0;
    if (!next_number(at, end, LONGEST_TABLE, &out) || !next_number(at, end, LONGEST_TABLE, &err)) return 0;
    int ours = is_word(word[0], size[0], client) && is_word(word[1], size[1], native);
    if (!read_body(line, at, end, out + err, ours, &body)) return 0;
    if (ours) *row = (struct row){1, limit, (unsigned)flags, (unsigned)code, body, body + out, out, err};
    return 1;
}

/*
 * A table is lines, some with bytes behind them:
 *     policyhooks front 1
 *     names SIZE CHECK                                         then names of variables, a line each
 *     answer CLIENT EVENT LIMIT FLAGS CODE OUT ERR CHECK       then what goes to stdout, and to stderr
 *     end
 * 0 where it is anything else: then nothing of it is used.
 */
static int read_table(const char *data, size_t size, const char *client, const char *native, struct table *table) {
    static const char head[] = "policyhooks front 1\n";
    const char *at = data, *end = data + size, *word;
    size_t length;
    memset(table, 0, sizeof *table);
    if (size < sizeof head || memcmp(data, head, sizeof head - 1) != 0) return 0;
    for (at += sizeof head - 1; at < end;) {
        const char *line = at;
        if (end - at == 4 && memcmp(at, "end\n", 4) == 0) return table->named;
        if (!next_word(&at, end, &word, &length, 0)) return 0;
        if (is_word(word, length, "names") && !table->named) {
            if (!next_number(&at, end, LONGEST_TABLE, &table->names_size)) return 0;
            if (!read_body(line, &at, end, table->names_size, 1, &table->names)) return 0;
            table->named = 1;
        } else if (!is_word(word, length, "answer") ||
                   !read_answer(line, &at, end, client, native, &table->row)) {
            return 0;
        }
    }
    return 0;
}

/* Of the current generation, by one descriptor, so that a switch in between is not seen. */
static int load_table(int state, const char *client, const char *native, struct table *table) {
    memset(table, 0, sizeof *table);
    if (state < 0 || !is_private(state, 1)) return 0;
    int file = openat(state, "current/front", O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return 0;
    size_t used = 0;
    ssize_t size = is_private(file, 0) ? 1 : 0;
    while (size > 0 && used <= LONGEST_TABLE) {
        size = read(file, table_data + used, LONGEST_TABLE + 1 - used);
        if (size > 0) used += (size_t)size;
    }
    close(file);
    if (size != 0 || used > LONGEST_TABLE || !read_table(table_data, used, client, native, table)) {
        memset(table, 0, sizeof *table);
        return 0;
    }
    return 1;
}

/* ---- the environment of the child --------------------------------------------------------------------------- */

/* What a loader, an interpreter or a shell obeys: never passed on, whoever names it. */
static int steers(const char *variable) {
    static const char *const starts[] = {"LD_",      "DYLD_",    "PYTHON",     "BASH_", "BASHOPTS=", "SHELLOPTS=",
                                         "MALLOC_",  "GLIBC_",   "GCONV_PATH=", "ENV=", "LOCPATH=",  "NLSPATH=",
                                         "IFS=",     "PS4=",     NULL};
    for (size_t one = 0; starts[one] != NULL; one++)
        if (strncmp(variable, starts[one], strlen(starts[one])) == 0) return 1;
    return 0;
}

static int is_named(const struct table *table, const char *variable, size_t size) {
    const char *at = table->names, *end = table->names + table->names_size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL) return 0;
        if ((size_t)(stop - at) == size && memcmp(at, variable, size) == 0) return 1;
        at = stop + 1;
    }
    return 0;
}

/* A variable counts once, by its first value. Without a table (a generation of before) all but those that steer. */
static void choose_environment(const struct table *table, char **all, char **kept) {
    int count = 0;
    for (; all != NULL && *all != NULL && count < MOST_NAMES; all++) {
        const char *equals = strchr(*all, '=');
        if (equals == NULL || steers(*all)) continue;
        size_t size = (size_t)(equals - *all);
        if (table->named && !is_named(table, *all, size)) continue;
        int known = 0;
        for (int one = 0; one < count && !known; one++) known = strncmp(kept[one], *all, size + 1) == 0;
        if (!known) kept[count++] = *all;
    }
    kept[count] = NULL;
}

/* ---- processes ---------------------------------------------------------------------------------------------- */

static void on_child(int number) {
    int before = errno;
    (void)number;
    (void)!write(wake_writer, "", 1);
    errno = before;
}

/* Told to end, or not heard. What was not begun to be answered, the entry's tail answers. A block has a reason where
 * stderr takes one at once. */
static void on_end(int number) {
    struct pollfd end = {2, POLLOUT, 0};
    (void)number;
    end_children();
    if (!answering) _exit(BROKEN);
    if (poll(&end, 1, 0) > 0 && (end.revents & POLLOUT)) (void)!write(2, UNHEARD, sizeof UNHEARD - 1);
    _exit(BLOCKED);
}

static void handle(int number, void (*how)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = how;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* Whoever started us may have ignored or blocked what we rely on. */
static void take_signals(void) {
    sigset_t none;
    static const int ends[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGALRM};
    for (size_t one = 0; one < sizeof ends / sizeof *ends; one++) handle(ends[one], on_end);
    handle(SIGPIPE, SIG_IGN);
    handle(SIGCHLD, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* From here on we write: what nobody reads must not hold us. */
static void set_alarm(void) {
    int64_t in_ms = unwritten - now_ms();
    if (in_ms < 50) in_ms = 50;
    struct itimerval timer = {{0, 100000}, {(time_t)(in_ms / 1000), (suseconds_t)(in_ms % 1000 * 1000)}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static _Noreturn void give_up(const char *why) {
    set_alarm();
    say("policyhooks blocks: ");
    say(why);
    say("; run `policyhooks install` here.\n");
    leave(BROKEN);
}

static int make_pipe(int ends[2]) {
    if (pipe(ends) != 0) return 0;
    return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

static void unblock(int descriptor) { (void)fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK); }

static _Noreturn void be_child(char **words, char **variables, int in, int out, int err, pid_t front) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a front that is killed takes it along */
#endif
    if (getppid() != front || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(BROKEN);
    handle(SIGPIPE, SIG_DFL);
    execve(words[0], words, variables);
    _exit(127);
}

/*
 * For a front that somebody has stopped: it is killed behind its deadlines, and the entry's tail answers. On Linux a
 * timer of the kernel does it, which sends SIGKILL whatever state the process is in; elsewhere a third process, which
 * holds one end of a pipe that ends when the front does.
 */
static void set_guard(int64_t in_ms) {
#ifdef __linux__
    struct sigevent kill_us;
    struct itimerspec when = {{0, 0}, {(time_t)(in_ms / 1000), (long)(in_ms % 1000 * 1000000)}};
    timer_t timer;
    memset(&kill_us, 0, sizeof kill_us);
    kill_us.sigev_notify = SIGEV_SIGNAL;
    kill_us.sigev_signo = SIGKILL;
    if (timer_create(CLOCK_MONOTONIC, &kill_us, &timer) == 0) timer_settime(timer, 0, &when, NULL);
#else
    int life[2];
    int64_t end = now_ms() + in_ms;
    pid_t front = getpid(), guard = make_pipe(life) ? fork() : -1;
    if (guard != 0) {
        guard_pid = guard > 0 ? guard : 0; /* without one the other deadlines hold */
        return;
    }
    struct pollfd front_end = {life[0], POLLIN, 0};
    setpgid(0, 0);
    for (int one = 0; one < 3; one++) close(one);
    close(life[1]);
    for (int left = (int)in_ms; left > 0; left = (int)(end - now_ms()))
        if (poll(&front_end, 1, left) > 0 || getppid() != front) _exit(0);
    if (getppid() == front) kill(front, SIGKILL);
    _exit(0);
#endif
}

/* ---- one call ----------------------------------------------------------------------------------------------- */

struct run {
    int to_child, out, err, wake; /* our ends; -1 where they are closed */
    int stdin_open, too_long, no_room;
    size_t sent;
    int64_t deadline;
    int status; /* of the child, once it has ended */
};

static void shut(int *descriptor) {
    if (*descriptor >= 0) close(*descriptor);
    *descriptor = -1;
}

static int start_child(struct run *run, char **words, char **variables) {
    int in[2], out[2], err[2], wake[2];
    pid_t front = getpid();
    if (!make_pipe(in) || !make_pipe(out) || !make_pipe(err) || !make_pipe(wake)) return 0;
    wake_writer = wake[1];
    unblock(wake[0]);
    unblock(wake[1]);
    handle(SIGCHLD, on_child);
    pid_t pid = FORK();
    if (pid == 0) be_child(words, variables, in[0], out[1], err[1], front);
    if (pid < 0) return 0;
    child_pid = pid;
    setpgid(pid, pid);
    close(in[0]);
    close(out[1]);
    close(err[1]);
    unblock(in[1]);
    unblock(out[0]);
    unblock(err[0]);
    run->to_child = in[1];
    run->out = out[0];
    run->err = err[0];
    run->wake = wake[0];
    return 1;
}

/* Stdin, once: kept, and dropped behind the limit. One byte more is kept, so that the child sees that it is too long. */
static void read_event(struct run *run) {
    static char piece[SMALL];
    ssize_t size = read(0, piece, sizeof piece);
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (size <= 0) {
        run->stdin_open = 0;
        return;
    }
    size_t room = event_text.most - event_text.used, taken = (size_t)size < room ? (size_t)size : room;
    if (taken < (size_t)size || room == taken) run->too_long = 1;
    if (!add(&event_text, piece, taken)) run->no_room = 1;
}

static void feed(struct run *run) {
    while (run->sent < event_text.used) {
        ssize_t size = write(run->to_child, event_text.data + run->sent, event_text.used - run->sent);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0 && errno == EAGAIN) return;
        if (size <= 0) {
            shut(&run->to_child);
            return;
        }
        run->sent += (size_t)size;
    }
    if (!run->stdin_open || run->too_long) shut(&run->to_child);
}

/* What is there now; 0 when it is more than the text may hold. */
static int collect(int *descriptor, struct text *text, int rest_may_go) {
    static char piece[SMALL];
    while (*descriptor >= 0) {
        ssize_t size = read(*descriptor, piece, sizeof piece);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0 && errno == EAGAIN) return 1;
        if (size <= 0) {
            shut(descriptor);
            return 1;
        }
        if (!add(text, piece, (size_t)size) && !rest_may_go) return 0;
        if (!rest_may_go) continue;
        return 1; /* one piece a turn: noise without end must not keep us from the rest */
    }
    return 1;
}

/* Until the child has ended; NULL, or why its answer does not count. */
static const char *attend(struct run *run, int bounded) {
    for (;;) {
        char woken[64];
        struct pollfd ends[5] = {
            {run->stdin_open ? 0 : -1, POLLIN, 0},
            {run->to_child >= 0 && run->sent < event_text.used ? run->to_child : -1, POLLOUT, 0},
            {run->out, POLLIN, 0},
            {run->err, POLLIN, 0},
            {run->wake, POLLIN, 0},
        };
        int64_t left = run->deadline - now_ms();
        if (left <= 0) return "it did not answer in its share of the client's time-out";
        int ready = poll(ends, 5, (int)left);
        if (ready < 0 && errno != EINTR) return "the system refused to wait for it";
        if (ready > 0 && ends[0].revents) read_event(run);
        /* Nobody decides on a part. Where a row has the hook's own limit, the hook sees that and says it better. */
        if (run->no_room) return "there is no room for its event";
        if (run->too_long && !bounded) return "its event is too long";
        if (ready > 0 && run->to_child >= 0) feed(run);
        if (!collect(&run->out, &answer_text, 0)) return "its answer is longer than any can be";
        (void)collect(&run->err, &noise_text, 1);
        while (read(run->wake, woken, sizeof woken) > 0) continue;
        if (waitpid(child_pid, &run->status, WNOHANG) == child_pid) break;
    }
    child_pid = 0;
    if (!collect(&run->out, &answer_text, 0)) return "its answer is longer than any can be";
    for (int turn = 0; turn < 16 && run->err >= 0; turn++) (void)collect(&run->err, &noise_text, 1);
    /* What is too long is read to its end: some clients take a closed pipe for a failed hook. */
    while (run->too_long && run->stdin_open) {
        struct pollfd in = {0, POLLIN, 0};
        int64_t left = run->deadline - now_ms();
        if (left <= 0) break;
        if (poll(&in, 1, (int)left) > 0) read_event(run);
    }
    return NULL;
}

/* Why an ended child gave no answer; NULL where it did. */
static const char *judge(int status, const struct row *row) {
    int empty = answer_text.used == 0;
    if (!WIFEXITED(status)) return "it was killed";
    switch (WEXITSTATUS(status)) {
    case COMPLETE:
        return row->found && (row->flags & MUST_SPEAK) && empty ? "it gave an empty answer" : NULL;
    case BLOCKED:
        if (row->found && (row->flags & MUST_SPEAK) && empty) return "it blocked without an answer";
        /* Where 2 says nothing of itself, the hook has answered another event that the payload names, or is no hook. */
        if (row->found && !(row->flags & TWO_ANSWERS) && (empty || *answer_text.data != '{'))
            return "it left in a way that is no answer to this event";
        if (empty && noise_text.used == 0) return "it blocked without a reason";
        return NULL;
    case BROKEN:
        return "it could not run";
    case 127:
        return "it is not there";
    default:
        return "it ended without an answer";
    }
}

/* Write the answer or block: a client that cannot hear a deny must not hear silence. */
static _Noreturn void answer(const char *out, size_t out_size, const char *err, size_t err_size, int code) {
    set_alarm();
    answering = 1;
    (void)write_all(2, err, err_size);
    if (!write_all(1, out, out_size) || (close(1) != 0 && errno != EINTR)) {
        say(UNHEARD);
        leave(BLOCKED);
    }
    leave(code);
}

static _Noreturn void fail(const char *why, int relay, const struct row *row) {
    set_alarm();
    if (child_pid > 0) { /* it holds nothing any more when we speak */
        kill(-child_pid, SIGKILL);
        kill(child_pid, SIGKILL);
        waitpid(child_pid, NULL, 0);
        child_pid = 0;
    }
    if (relay) (void)write_all(2, noise_text.data, noise_text.used);
    say("policyhooks: the hook did not decide: ");
    say(why);
    say(".\n");
    if (!row->found) leave(BROKEN);
    answer(row->out, row->out_size, row->err, row->err_size, row->code == BLOCKED ? BLOCKED : COMPLETE);
}

/* Descriptors 0 to 2 are never ours: a closed one would be taken by the next file. Whether stdout was open. */
static int hold_descriptors(void) {
    int open_before = fcntl(1, F_GETFD) >= 0;
    for (int one = 0; one < 3; one++)
        if (fcntl(one, F_GETFD) < 0 && open("/dev/null", one == 0 ? O_RDONLY : O_WRONLY) != one) _exit(BROKEN);
    return open_before;
}

/* `hook about`, for whoever installs it: that it runs here, and where it finds itself. Never an answer. */
static _Noreturn void tell(void) {
    char path[LONGEST_PATH];
    if (!own_path(path, sizeof path)) _exit(BROKEN);
    (void)(write_all(1, "policyhooks front 1\n", 20) && write_all(1, path, strlen(path)));
    _exit(BROKEN);
}

int main(int count, char **words) {
    static char own[LONGEST_PATH], program[LONGEST_PATH + 16], seconds[32], *kept[MOST_NAMES + 1];
    int64_t begun = now_ms();
    struct table table;
    struct run run = {.to_child = -1, .out = -1, .err = -1, .wake = -1, .stdin_open = 1};
    if (!hold_descriptors()) {
        say("policyhooks cannot answer: stdout is closed.\n");
        _exit(BLOCKED);
    }
    take_signals();
    if (count == 2 && same(words[1], "about")) tell();
    if (count != 6 || !same(words[1], "2")) give_up("its entry is of another version");
    int64_t time_out = read_seconds(words[5]);
    if (time_out < 1) give_up("its time-out is none");
    if (!own_folder(own, sizeof own)) give_up("it cannot find its own place");
    unwritten = begun + time_out * UNWRITTEN / 100;
    set_guard(time_out * STOPPED / 100);
    run.deadline = begun + time_out * DEADLINE / 100;

    int state = open_state(own, words[2], words[3]);
    load_table(state, words[3], words[4], &table);
    if (state >= 0) close(state);
    event_text.most = (table.row.found ? table.row.limit : LONGEST_EVENT) + 1;
    answer_text.most = LONGEST_ANSWER;
    noise_text.most = LONGEST_NOISE;
    choose_environment(&table, environ, kept);

    int64_t share = time_out * CHILD_SHARE / 100;
    snprintf(program, sizeof program, "%s/bin/ordinary", own);
    snprintf(seconds, sizeof seconds, "%lld.%03d", (long long)(share / 1000), (int)(share % 1000));
    char *child[] = {program, words[1], words[2], words[3], words[4], seconds, NULL};
    if (!start_child(&run, child, kept))
        fail("the system refused to start it", 0, &table.row);
    const char *why = attend(&run, table.row.found);
    if (why != NULL) fail(why, 0, &table.row);
    why = judge(run.status, &table.row);
    if (why != NULL) fail(why, WIFEXITED(run.status) && WEXITSTATUS(run.status) == BROKEN, &table.row);
    answer(answer_text.data, answer_text.used, noise_text.data, noise_text.used, WEXITSTATUS(run.status));
}
