/*
 * The front: what an entry of version 2 starts as `bin/hook`, in the place of the script of that name.
 *
 *     hook 2 PROJECT CLIENT EVENT SECONDS          the event on stdin
 *
 * It asks a resident, where one is there that fits, else it starts the ordinary hook (`bin/ordinary`, beside it) as a
 * child; it stands outside of both: it reads stdin once, owns stdout and the deadline, and passes on an answer only when it is complete and in time. Whatever else the child
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
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#ifdef __APPLE__
#include <mach-o/dyld.h>
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
enum { CHILD_SHARE = 95, DEADLINE = 80, UNWRITTEN = 88, STOPPED = 91, EVENT_SHARE = 10, RESIDENT_SHARE = 40 };

/* Frames between front and resident; policyhooks/runtime/resident/frames.py has the other side. */
enum { HELLO = 1, STDIN, ACCEPT, STALE, BUSY_OUTSIDE, PREPARED, COMMIT, DONE };
enum {
    PROTOCOL = 1,
    FRAME_HEAD = 12,
    DIGEST = 32,
    LONGEST_HELLO = 1 << 17,
    LONGEST_ASKED = 1 << 20, /* of an event that a resident is asked about */
    LONGEST_FRAME = 16 << 20,
    PATIENCE_MS = 250,  /* until somebody takes the request */
    AGAIN_S = 2,        /* between two attempts to start a resident */
    MOST_DESCRIPTORS = 256,
};

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

/* Where a resident would be, and which program it must have. */
struct resident {
    int folder; /* below zero: there is none */
    int there;  /* a socket */
    uint32_t generation;
    unsigned char digest[DIGEST];
};

static struct text event_text, answer_text, noise_text, frame_text;
static struct resident resident = {-1, 0, 0, {0}};
static char *resident_words[7]; /* what starts one, behind the answer; none where that is not wanted */
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

/* The folder of the current generation: by one descriptor, so that a switch in between is not seen. */
static int open_current(int state) {
    if (state < 0 || !is_private(state, 1)) return -1;
    return openat(state, "current", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static int load_table(int generation, const char *client, const char *native, struct table *table) {
    memset(table, 0, sizeof *table);
    if (generation < 0) return 0;
    int file = openat(generation, "front", O_RDONLY | O_CLOEXEC | O_NONBLOCK);
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

static void add_variable(char **kept, char *variable) {
    while (*kept != NULL) kept++;
    kept[0] = variable;
    kept[1] = NULL;
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
    /* A file that was just put there is busy while some child of whoever wrote it has not come to its own exec. */
    for (int tries = 0; tries < 200; tries++) {
        execve(words[0], words, variables);
        if (errno != ETXTBSY) break;
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    }
    _exit(errno == ENOENT ? 127 : 126);
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
    pid_t pid = fork(); /* not vfork: a child that is stopped before its exec would hold us, and our deadline, with it */
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

/* Why what was given with this exit code is no answer; NULL where it is one. */
static const char *judge_code(int code, const struct row *row) {
    int empty = answer_text.used == 0;
    switch (code) {
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
    case 126:
        return "it could not be started";
    case 127:
        return "it is not there";
    default:
        return "it ended without an answer";
    }
}

static const char *judge(int status, const struct row *row) {
    return WIFEXITED(status) ? judge_code(WEXITSTATUS(status), row) : "it was killed";
}

/*
 * Behind the answer, in a session of its own: nobody waits for it. Its life is the lock that it takes here and keeps
 * through exec, so that of many that start one at a time one goes on.
 */
static void start_resident(void) {
    char number[16], kept[16], *none[] = {NULL};
    struct stat found;
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (resident_words[0] == NULL || fork() != 0) return;
    setsid();
    umask(077);
    int nothing = open("/dev/null", O_RDWR);
    for (int one = 0; one < 3; one++) dup2(nothing, one);
    int lock = openat(resident.folder, "lock", O_RDWR | O_CREAT | O_NOFOLLOW, 0600);
    if (lock < 0 || fcntl(lock, F_SETLK, &whole) != 0 || fstat(lock, &found) != 0) _exit(0);
    if (found.st_size > 0 && found.st_mtime + AGAIN_S > time(NULL) && found.st_mtime <= time(NULL)) _exit(0);
    snprintf(number, sizeof number, "%ld\n", (long)getpid());
    if (ftruncate(lock, 0) != 0 || pwrite(lock, number, strlen(number), 0) < 0) _exit(0);
    for (int one = 3; one < MOST_DESCRIPTORS; one++)
        if (one != lock) close(one);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    handle(SIGPIPE, SIG_DFL);
    handle(SIGCHLD, SIG_DFL);
    snprintf(kept, sizeof kept, "%d", lock);
    resident_words[5] = kept;
    if (chdir("/") == 0) execve(resident_words[0], resident_words, none);
    _exit(0);
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
    close(2);
    start_resident();
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

/* ---- the resident ------------------------------------------------------------------------------------------- */

/* `current/resident`: which generation and image it must have. 0 where there is no such file, or it is damaged. */
static int read_told(int generation, struct resident *found) {
    static const char head[] = "policyhooks resident 1\n";
    char data[256], wanted[17];
    const char *word, *at = data + sizeof head - 1, *line = at;
    size_t size, number;
    int file = openat(generation, "resident", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (file < 0) return 0;
    ssize_t used = is_private(file, 0) ? read(file, data, sizeof data) : 0;
    close(file);
    const char *end = data + (used > 0 ? used : 0);
    if (used < (ssize_t)sizeof head || memcmp(data, head, sizeof head - 1) != 0) return 0;
    if (!next_number(&at, end, 999999999, &number) || !next_word(&at, end, &word, &size, 0) || size != 2 * DIGEST)
        return 0;
    for (size_t one = 0; one < DIGEST; one++) {
        unsigned value;
        char pair[3] = {word[2 * one], word[2 * one + 1], '\0'};
        if (strspn(pair, "0123456789abcdef") != 2 || sscanf(pair, "%2x", &value) != 1) return 0;
        found->digest[one] = (unsigned char)value;
    }
    uint64_t check = check_of(UINT64_C(0xcbf29ce484222325), line, (size_t)(at - line));
    snprintf(wanted, sizeof wanted, "%016llx", (unsigned long long)check);
    found->generation = (uint32_t)number;
    return next_word(&at, end, &word, &size, 1) && size == 16 && memcmp(word, wanted, 16) == 0;
}

/* A resident is wanted where its folder is: ours alone, and no link. */
static void find_resident(int state, int generation) {
    struct stat found;
    if (generation < 0 || !read_told(generation, &resident)) return;
    int folder = openat(state, "resident", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    if (fstat(folder, &found) != 0 || found.st_uid != geteuid() || (found.st_mode & 077)) {
        close(folder);
        return;
    }
    resident.folder = folder;
    resident.there = fstatat(folder, "socket", &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISSOCK(found.st_mode) &&
                     (found.st_uid == 0 || found.st_uid == geteuid());
}

static int peer_is_ours(int line) {
#ifdef __linux__
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(line, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && (peer.uid == 0 || peer.uid == geteuid());
#else
    uid_t user;
    gid_t group;
    return getpeereid(line, &user, &group) == 0 && (user == 0 || user == geteuid());
#endif
}

/* By a relative name: an address is short, a state's path may be long, and nobody can swap a folder above. */
static int connect_resident(int here) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    int line = socket(AF_UNIX, SOCK_STREAM, 0);
    if (line < 0) return -1;
    (void)fcntl(line, F_SETFD, FD_CLOEXEC);
    unblock(line);
    int done = fchdir(resident.folder) == 0 && connect(line, (struct sockaddr *)&address, sizeof address) == 0;
    if (fchdir(here) != 0) give_up("its working folder is gone");
    if (done && peer_is_ours(line)) return line;
    close(line);
    return -1;
}

static char *put_number(char *at, uint64_t value, int bytes) {
    for (int one = bytes - 1; one >= 0; one--) *at++ = (char)(value >> (8 * one));
    return at;
}

static char *put_head(char *at, int kind, size_t size) {
    memcpy(at, "PHF1", 4);
    return put_number(put_number(put_number(at + 4, (uint64_t)kind, 1), 0, 3), size, 4);
}

/* A text behind its length; NULL where there is no room. */
static char *put_text(char *at, const char *end, const char *text) {
    size_t size = strlen(text);
    if (at == NULL || (size_t)(end - at) < size + 4 + FRAME_HEAD) return NULL;
    at = put_number(at, size, 4);
    memcpy(at, text, size);
    return at + size;
}

/* HELLO and the head of STDIN; its size, or 0 where the resident cannot be told all that it must know. */
static size_t write_hello(char *data, const char *number, int here, char **words, char **kept, int64_t budget) {
    char cwd[LONGEST_PATH], *at = data + FRAME_HEAD;
    const char *end = data + LONGEST_HELLO;
    struct stat root, folder, space = {0};
    if (getcwd(cwd, sizeof cwd) == NULL || stat("/", &root) != 0 || fstat(here, &folder) != 0) return 0;
#ifdef __linux__
    if (stat("/proc/self/ns/mnt", &space) != 0) return 0;
#endif
    at = put_number(at, PROTOCOL, 2);
    memcpy(at, number, 16);
    at = put_number(at + 16, resident.generation, 4);
    memcpy(at, resident.digest, DIGEST);
    at = put_number(at + DIGEST, (uint64_t)budget, 4);
    at = put_number(at, (uint64_t)space.st_ino, 8);
    at = put_number(put_number(at, (uint64_t)root.st_dev, 8), (uint64_t)root.st_ino, 8);
    at = put_number(put_number(at, (uint64_t)folder.st_dev, 8), (uint64_t)folder.st_ino, 8);
    at = put_number(at, event_text.used, 4);
    for (int one = 2; one < 5; one++) at = put_text(at, end, words[one]);
    at = put_text(at, end, cwd);
    for (; *kept != NULL; kept++) at = put_text(at, end, *kept);
    if (at == NULL) return 0;
    put_head(data, HELLO, (size_t)(at - data) - FRAME_HEAD);
    return (size_t)(put_head(at, STDIN, event_text.used) - data);
}

static int send_until(int line, const char *data, size_t size, int64_t until) {
    while (size > 0) {
        ssize_t done = write(line, data, size);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0 && errno == EAGAIN) {
            struct pollfd end = {line, POLLOUT, 0};
            int64_t left = until - now_ms();
            if (left <= 0) return 0;
            (void)poll(&end, 1, (int)left);
            continue;
        }
        if (done <= 0) return 0;
        data += done;
        size -= (size_t)done;
    }
    return 1;
}

static size_t number_at(const char *data) {
    const unsigned char *at = (const unsigned char *)data;
    return (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
}

/* The next frame: its kind, its body in *body; 0 where none came in time, or what came is none. */
static int receive(int line, size_t *taken, int64_t until, const char **body, size_t *size) {
    for (;;) {
        char piece[4096];
        const char *data = frame_text.data + *taken;
        size_t have = frame_text.used - *taken;
        if (have >= FRAME_HEAD) {
            if (memcmp(data, "PHF1", 4) != 0 || data[5] != 0 || data[6] != 0 || data[7] != 0) return 0;
            *size = number_at(data + 8);
            if (*size > LONGEST_FRAME) return 0;
            if (have >= FRAME_HEAD + *size) {
                *body = data + FRAME_HEAD;
                *taken += FRAME_HEAD + *size;
                return data[4];
            }
        }
        struct pollfd end = {line, POLLIN, 0};
        int64_t left = until - now_ms();
        if (left <= 0) return 0;
        if (poll(&end, 1, (int)left) <= 0) continue;
        ssize_t done = read(line, piece, sizeof piece);
        if (done < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (done <= 0 || !add(&frame_text, piece, (size_t)done)) return 0;
    }
}

/* What PREPARED holds: an exit code, stdout, stderr, and what is appended to a file. 0 where it is not just that. */
static int read_prepared(const char *body, size_t size, int *code, const char *part[4], size_t length[4]) {
    size_t at = 1;
    if (size < 1) return 0;
    *code = (unsigned char)*body;
    for (int one = 0; one < 4; one++) {
        if (size - at < 4) return 0;
        length[one] = number_at(body + at);
        at += 4;
        if (size - at < length[one]) return 0;
        part[one] = body + at;
        at += length[one];
    }
    return at == size;
}

/* A file that is added to is one that the client itself names in a variable. */
static int is_given(char **kept, const char *path, size_t size) {
    for (; *kept != NULL; kept++) {
        const char *value = strchr(*kept, '=') + 1;
        if (strlen(value) == size && memcmp(value, path, size) == 0) return 1;
    }
    return size == 0;
}

static int append_to(const char *path, size_t path_size, const char *data, size_t size) {
    char name[LONGEST_PATH];
    if (path_size == 0) return 1;
    if (path_size >= sizeof name) return 0;
    memcpy(name, path, path_size);
    name[path_size] = '\0';
    int file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    return file >= 0 && write_all(file, data, size) && close(file) == 0;
}

/* Until all of stdin is there; 0 where it is too long for a resident, or late. */
static int read_whole_event(struct run *run, int64_t until) {
    while (run->stdin_open && !run->too_long && !run->no_room && event_text.used <= LONGEST_ASKED) {
        struct pollfd in = {0, POLLIN, 0};
        int64_t left = until - now_ms();
        if (left <= 0) return 0;
        if (poll(&in, 1, (int)left) > 0) read_event(run);
    }
    return !run->stdin_open && !run->too_long && !run->no_room && event_text.used <= LONGEST_ASKED;
}

/*
 * The two phases: what it prepares counts only when it has said that all is stored. Until COMMIT, and unless somebody
 * outside was asked, it has stored nothing, and the ordinary hook may decide: then this returns. Otherwise never.
 */
static void converse(int line, struct run *run, const struct row *row, char **kept, int64_t begun, int64_t time_out) {
    static char commit[FRAME_HEAD];
    const char *body, *part[4];
    size_t taken = 0, size, length[4];
    int code, kind, alone = 0;
    int64_t share = begun + time_out * RESIDENT_SHARE / 100, accepted = now_ms() + PATIENCE_MS;
    kind = receive(line, &taken, accepted < share ? accepted : share, &body, &size);
    if (kind != ACCEPT || size != 0) return;
    kind = receive(line, &taken, share, &body, &size);
    if (kind == BUSY_OUTSIDE && size == 0) {
        alone = 1;
        kind = receive(line, &taken, run->deadline, &body, &size);
    }
    int fits = kind == PREPARED && read_prepared(body, size, &code, part, length) && taken == frame_text.used &&
               is_given(kept, part[2], length[2]) && length[1] <= LONGEST_NOISE &&
               add(&answer_text, part[0], length[0]) && add(&noise_text, part[1], length[1]) &&
               judge_code(code, row) == NULL;
    if (!fits && !alone) {
        answer_text.used = noise_text.used = 0;
        return;
    }
    if (!fits) fail("who had asked outside gave no answer", 0, row);
    put_head(commit, COMMIT, 0);
    if (!send_until(line, commit, sizeof commit, run->deadline) ||
        receive(line, &taken, run->deadline, &body, &size) != DONE || size != 0 || taken != frame_text.used)
        fail("it could not store its decision", 0, row);
    if (!append_to(part[2], length[2], part[3], length[3])) fail("it could not add to the client's file", 0, row);
    answer(answer_text.data, answer_text.used, noise_text.data, noise_text.used, code);
}

/* Returns where there is no resident, it is not the one to ask, or it has given up: then nothing of this is stored. */
static int ask_resident(struct run *run, const struct table *table, char **words, char **kept, char *request,
                        int64_t begun, int64_t time_out) {
    static char hello[LONGEST_HELLO];
    char number[16];
    if (resident.folder < 0 || !resident.there || !table->named) return resident.folder >= 0;
    if (!read_whole_event(run, begun + time_out * EVENT_SHARE / 100)) return 0;
    int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (here < 0 || getentropy(number, sizeof number) != 0) return 0;
    int64_t budget = time_out * CHILD_SHARE / 100 - (now_ms() - begun);
    size_t size = write_hello(hello, number, here, words, kept, budget);
    int line = size > 0 ? connect_resident(here) : -1;
    close(here);
    if (line < 0) return size > 0;
    frame_text.most = LONGEST_FRAME;
    int64_t until = now_ms() + PATIENCE_MS;
    for (int one = 0; one < 16; one++) request += sprintf(request, "%02x", (unsigned char)number[one]);
    size_t together = event_text.used <= sizeof hello - size ? event_text.used : 0; /* mostly one call is enough */
    if (together > 0) memcpy(hello + size, event_text.data, together);
    if (send_until(line, hello, size + together, until) &&
        (together > 0 || send_until(line, event_text.data, event_text.used, until)))
        converse(line, run, &table->row, kept, begun, time_out);
    close(line);
    return 1;
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
    static char own[LONGEST_PATH], program[LONGEST_PATH + 16], seconds[32], *kept[MOST_NAMES + 2];
    static char request[64] = "POLICYHOOKS_REQUEST=";
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

    int state = open_state(own, words[2], words[3]), generation = open_current(state);
    load_table(generation, words[3], words[4], &table);
    find_resident(state, generation);
    if (generation >= 0) close(generation);
    if (state >= 0) close(state);
    event_text.most = (table.row.found ? table.row.limit : LONGEST_EVENT) + 1;
    answer_text.most = LONGEST_ANSWER;
    noise_text.most = LONGEST_NOISE;
    choose_environment(&table, environ, kept);

    snprintf(program, sizeof program, "%s/bin/ordinary", own);
    static char *starting[] = {program, "resident", NULL, NULL, "-", "", NULL};
    starting[2] = words[2];
    starting[3] = words[3];
    char *told = request + strlen(request);
    if (ask_resident(&run, &table, words, kept, told, begun, time_out)) /* it was not there, or was of no use */
        memcpy(resident_words, starting, sizeof starting);
    if (*told != '\0') add_variable(kept, request);
    int64_t share = time_out * CHILD_SHARE / 100 - (now_ms() - begun);
    if (share < 1) fail("there was no time left for it", 0, &table.row);
    snprintf(seconds, sizeof seconds, "%lld.%03d", (long long)(share / 1000), (int)(share % 1000));
    char *child[] = {program, words[1], words[2], words[3], words[4], seconds, NULL};
    if (!start_child(&run, child, kept))
        fail("the system refused to start it", 0, &table.row);
    feed(&run);
    const char *why = attend(&run, table.row.found);
    if (why != NULL) fail(why, 0, &table.row);
    why = judge(run.status, &table.row);
    if (why != NULL) fail(why, WIFEXITED(run.status) && WEXITSTATUS(run.status) == BROKEN, &table.row);
    answer(answer_text.data, answer_text.used, noise_text.data, noise_text.used, WEXITSTATUS(run.status));
}
