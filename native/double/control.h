/* Commands of a test at run time. */
#ifndef VERBUS_DOUBLE_CONTROL_H
#define VERBUS_DOUBLE_CONTROL_H

/*
 * Carries out one command; returns its result, or a negative errno (-EINVAL: not a command).
 *
 *   profile TEXT                   the profile from now on, see README.md; existing queue pairs keep their limits
 *   replace                        all devices by new ones, without an event
 *   count pd|mr|cq|qp|id           live objects
 *   count stale                    contexts of the connection manager on removed devices
 *   count rnr|posts|commands       since the start of the process
 *   count requests|receives        of posts, since the start of the process
 *   count violations               always 0: the first one ends the process
 *   count commands-here            made by the calling thread
 *   count swapped                  WRITEs that were placed after the next one, since the start of the process
 *   count held                     WRITEs that are completed and not yet placed
 *   count waits                    calls that had to wait for a peer, since the start of the process
 *   count waits-here               of the calling thread
 *   fail-sends N ERRNO             the next N posts of requests fail
 *   fail-receives N ERRNO          the next N posts of receives fail
 *   fail-queues DEVICE             polls of all its completion queues fail from now on
 *   report-queue DEVICE            an event reports an error of the receive queue of its newest queue pair
 *   remove DEVICE                  DEVICE_FATAL and DEVICE_REMOVAL, then EIO; DEVICE_REMOVAL only if it waits
 *   move-neighbours DEVICE         UNREACHABLE for each connection, as when the next hop has another hardware address
 *   announce-removal DEVICE        DEVICE_REMOVAL only
 *   restore DEVICE                 a removed device is there again
 *   port DEVICE up|down
 *   refuse-open DEVICE ERRNO       ibv_open_device fails; 0 repairs it
 *   refuse-query DEVICE ERRNO      ibv_query_device fails; 0 repairs it
 */
long double_control(const char *text);

#endif
