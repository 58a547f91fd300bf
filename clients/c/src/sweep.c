/*
 * Positions, counters and unfinished files of dead processes are removed at once; a log when no living subscription
 * reads it, and every living one has looked for sessions since its last heartbeat. Of the logs that a subscription may
 * not have found, the newest two of each publisher name stay. Only names are removed: mapped memory stays.
 */
#include "sweep.h"

#include "log.h"
#include "positions.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEPT_UNFOUND = 2, MAX_LOGS = 1024 };

struct dead_log {
    uint64_t session;
    int64_t started_utc_ns;
    char publisher[TEXT_SIZE];
};

struct sweep {
    const struct directory *directory;
    int64_t now_ns;
    int64_t silent_ns;
    const char *stream;
    uint64_t looked_ns;        /* until here, every living subscription has found all sessions */
    struct positions *living;  /* mapped, until the logs of the stream are swept */
    size_t living_count;
    size_t living_room;
    struct dead_log *unfound;
    size_t unfound_count;
    bool removed;
};

/* Foreign files stay: the bus creates only regular ones. */
static void remove_file(struct sweep *sweep, const char *path)
{
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) && unlink(path) == 0)
        sweep->removed = true;
}

static void sweep_positions(void *context, uint64_t id, const char *path)
{
    struct sweep *sweep = context;
    struct positions positions;
    (void)id;
    if (positions_attach(path, &positions, NULL) != VERBUS_OK)
        return; /* removed meanwhile, or not a file of this release */
    bool is_alive = directory_is_alive(sweep->directory, positions.process);
    int64_t heartbeat_ns = (int64_t)verbus_load_acquire(positions.map.memory, POSITIONS_HEARTBEAT);
    if (!is_alive)
        remove_file(sweep, path);
    if (is_alive && sweep->now_ns - heartbeat_ns <= sweep->silent_ns) {
        uint64_t looked_ns = verbus_load_acquire(positions.map.memory, POSITIONS_LOOKED);
        sweep->looked_ns = looked_ns < sweep->looked_ns ? looked_ns : sweep->looked_ns;
        if (sweep->living_count < sweep->living_room) {
            sweep->living[sweep->living_count++] = positions;
            return;
        }
        sweep->looked_ns = 0; /* too many to ask: all logs stay */
    }
    positions_close(&positions);
}

static bool is_read(const struct sweep *sweep, uint64_t session)
{
    for (size_t i = 0; i < sweep->living_count; i++)
        if (positions_find(&sweep->living[i], session) != NULL)
            return true;
    return false;
}

static void sweep_log(void *context, uint64_t id, const char *path)
{
    struct sweep *sweep = context;
    struct verbus_log log;
    uint64_t heartbeat;
    if (id == 0 || is_read(sweep, id) || log_peek(path, &log, &heartbeat, NULL) != VERBUS_OK
        || directory_is_alive(sweep->directory, log.process))
        return;
    if (log.session.id != id || (int64_t)heartbeat < (int64_t)sweep->looked_ns) {
        remove_file(sweep, path);
    } else if (sweep->unfound_count < MAX_LOGS) {
        struct dead_log *dead = &sweep->unfound[sweep->unfound_count++];
        dead->session = id;
        dead->started_utc_ns = log.session.started_utc_ns;
        memcpy(dead->publisher, log.session.publisher, sizeof dead->publisher);
    }
}

/* Removes the older ones of each publisher name. */
static void sweep_unfound(struct sweep *sweep)
{
    for (size_t i = 0; i < sweep->unfound_count; i++) {
        const struct dead_log *one = &sweep->unfound[i];
        int newer = 0;
        for (size_t k = 0; k < sweep->unfound_count; k++)
            newer += strcmp(sweep->unfound[k].publisher, one->publisher) == 0
                     && sweep->unfound[k].started_utc_ns > one->started_utc_ns;
        if (newer >= KEPT_UNFOUND) {
            char path[PATH_SIZE];
            directory_stream_path(sweep->directory, sweep->stream, one->session, ".log", path);
            remove_file(sweep, path);
        }
    }
}

/* Removes unfinished files, the names of which begin with a dot and the id of the process that creates them. */
static void sweep_unfinished(struct sweep *sweep, const char *path)
{
    DIR *entries = opendir(path);
    if (entries == NULL)
        return;
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        const char *name = entry->d_name;
        uint64_t process = name[0] == '.' && strlen(name) > 18 && name[17] == '.' ? verbus_id_parse(name + 1) : 0;
        if (process != 0 && !directory_is_alive(sweep->directory, process)) {
            char file[PATH_SIZE];
            (void)snprintf(file, sizeof file, "%s/%s", path, name);
            remove_file(sweep, file);
        }
    }
    closedir(entries);
}

static void sweep_stream(struct sweep *sweep, const char *stream)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, "%s/%s", sweep->directory->root, stream);
    sweep->stream = stream;
    sweep->looked_ns = INT64_MAX;
    sweep->living_count = 0;
    sweep->unfound_count = 0;
    sweep->removed = false;
    (void)directory_list(path, ".positions", sweep_positions, sweep, NULL);
    sweep_unfinished(sweep, path);
    (void)directory_list(path, ".log", sweep_log, sweep, NULL);
    sweep_unfound(sweep);
    for (size_t i = 0; i < sweep->living_count; i++)
        positions_close(&sweep->living[i]);
    if (sweep->removed)
        directory_changed(sweep->directory, stream, true);
    else
        (void)rmdir(path); /* fails unless it is empty */
}

static void sweep_process(void *context, uint64_t process, const char *path)
{
    struct sweep *sweep = context;
    if (process != 0 && !directory_is_alive(sweep->directory, process))
        remove_file(sweep, path);
}

void sweep_run(const struct directory *directory, int64_t now_ns, int64_t silent_ns)
{
    struct sweep sweep = {.directory = directory, .now_ns = now_ns, .silent_ns = silent_ns, .living_room = MAX_LOGS};
    sweep.living = calloc(MAX_LOGS, sizeof *sweep.living);
    sweep.unfound = calloc(MAX_LOGS, sizeof *sweep.unfound);
    DIR *entries = opendir(directory->root);
    char processes[PATH_SIZE];
    (void)snprintf(processes, sizeof processes, "%s/.processes", directory->root);
    if (sweep.living != NULL && sweep.unfound != NULL && entries != NULL) {
        sweep_unfinished(&sweep, directory->root);
        sweep_unfinished(&sweep, processes);
        for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
            struct stat status;
            char path[PATH_SIZE];
            (void)snprintf(path, sizeof path, "%s/%s", directory->root, entry->d_name);
            if (verbus_stream_is_valid(entry->d_name) && lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
                sweep_stream(&sweep, entry->d_name);
        }
        /* counters before the locks, which prove that their processes are dead */
        (void)directory_list(processes, ".counters", sweep_process, &sweep, NULL);
        (void)directory_list(processes, ".lock", sweep_process, &sweep, NULL);
    }
    if (entries != NULL)
        closedir(entries);
    free(sweep.living);
    free(sweep.unfound);
}
