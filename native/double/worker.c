/*
 * The thread of the devices. It executes what posts have left: in a late profile everything, with completions after
 * further requests were executed; else requests that wait for a receive or for an answer of the peer.
 */
#include "cm.h"
#include "fabric.h"

#include <pthread.h>
#include <time.h>

#define RETRY_NS 100000

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static _Atomic bool pending;
static bool started;

/* One step of every queue pair; returns whether any had one. waits: whether requests are left. */
static bool step_all(bool *waits)
{
    bool stepped = false;

    spin_acquire(&fabric);
    for (struct pair *pair = all_pairs; pair != NULL; pair = pair->next) {
        stepped = engine_step(pair) || stepped;
        *waits = engine_has_work(pair) || *waits;
    }
    spin_release(&fabric);
    endpoints_close_failed();
    return stepped;
}

static void rest(bool waits)
{
    struct timespec until;

    pthread_mutex_lock(&mutex);
    if (waits && !pending) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += RETRY_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&woken, &mutex, &until);
    }
    while (!waits && !pending)
        pthread_cond_wait(&woken, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void *work(void *unused)
{
    (void)unused;
    for (;;) {
        bool waits = false;

        atomic_store(&pending, false);
        if (!step_all(&waits))
            rest(waits);
    }
    return NULL;
}

void worker_wake(void)
{
    pthread_t thread;

    if (atomic_exchange(&pending, true))
        return;
    pthread_mutex_lock(&mutex);
    if (!started) {
        started = true;
        if (pthread_create(&thread, NULL, work, NULL) == 0)
            pthread_detach(thread);
    }
    pthread_cond_signal(&woken);
    pthread_mutex_unlock(&mutex);
}
