/*
 * seat_driver DIRECTORY: a seat in C for the tests of Java. Reads commands from standard input, and answers each with a
 * line, after one line for each report and event that has come before:
 *
 *   seat NAME KEY-FILE KEEP-ALIVE-MS TIMEOUT-MS CANCEL NEXT-REPORT  "opened"
 *   enter ID INSTRUMENT SIDE DURATION LIMIT-OR-MARKET POST-ONLY QUANTITY PRICE   "sent NUMBER" or "not sent: STATUS"
 *   replace ID NEW-ID QUANTITY PRICE      the same, as of the other requests
 *   reduce ID LEFT
 *   cancel ID
 *   cancel-all INSTRUMENT                 -1: in all
 *   open-orders
 *   settle                                "settled", after a poll, when the seat is established and all is answered
 *   await NUMBER                          "reached", when that report has come, or the seat has ended
 *   quantity ID                           "quantity OPEN"
 *   close                                 "closed"
 *   trade FILE SEED COUNT                 enters so many requests at random, and then "traded REPORTS EXECUTIONS"
 *
 * FILE keeps the numbers of reports and executions of all processes of the seat, also of killed ones: the seat begins
 * with the next report, and each report must be the next one.
 */
#include "clock.h"
#include "commands.h"
#include "file.h"
#include "seeded.h"
#include "words.h"

#include <unistd.h>

enum { KEPT_LENGTH = 4096, KEPT_COUNTS = 0, KEPT_ORDERS = 8, RECENT = 64 };

static const int64_t pause_ns = 500000;

struct driver {
    verbus_bus *bus;
    verbus_seat *seat;
    bool is_quiet;       /* reports are not printed */
    bool has_ended;
    struct verbus_map kept;
    int64_t recent[RECENT];
};

/* Next report in the lower half, executions in the upper one: a kill never separates them. */
static void keep(struct driver *driver, const struct verbus_report *report)
{
    uint64_t counts = verbus_load_relaxed(driver->kept.memory, KEPT_COUNTS);
    if ((uint32_t)counts != report->number)
        commands_fail("a report is not the next one");
    counts += 1 + ((uint64_t)(report->type == VERBUS_ORDER_EXECUTED) << 32);
    verbus_store_relaxed(driver->kept.memory, KEPT_COUNTS, counts);
}

static void on_report(void *context, const struct verbus_report *report)
{
    struct driver *driver = context;
    if (driver->kept.memory != NULL)
        keep(driver, report);
    if (driver->is_quiet)
        return;
    printf("report %" PRId64 " type %d answers %" PRId64 " order %" PRId64, report->number, (int)report->type,
           report->answers, report->order);
    switch (report->type) {
    case VERBUS_ORDER_REJECTED:
    case VERBUS_REQUEST_REFUSED:
        printf(" %s", report->reason);
        break;
    case VERBUS_ORDER_REPLACED:
        printf(" new %" PRId64 " open %" PRId64 " keeps %d", report->new_order, report->open, report->keeps_place);
        break;
    case VERBUS_ORDER_REDUCED:
        printf(" quantity %" PRId64 " open %" PRId64, report->quantity, report->open);
        break;
    case VERBUS_ORDER_CANCELLED:
        printf(" quantity %" PRId64 " %s", report->quantity, report->reason);
        break;
    case VERBUS_ORDER_EXECUTED:
        printf(" instrument %" PRId64 " quantity %" PRId64 " price %" PRId64 " trade %" PRId64 " rested %d open %"
               PRId64, report->instrument, report->quantity, report->price, report->trade, report->rested,
               report->open);
        break;
    case VERBUS_ORDER_OPEN:
        printf(" instrument %" PRId64 " %c%c%c open %" PRId64 " price %" PRId64, report->instrument, (char)report->side,
               (char)report->duration, report->post_only ? 'P' : '-', report->open, report->price);
        break;
    case VERBUS_MASS_CANCELLED:
    case VERBUS_OPEN_ORDERS_END:
        printf(" orders %" PRId64, report->orders);
        break;
    default:
        break;
    }
    printf("\n");
}

static void on_event(void *context, const struct verbus_seat_event *event)
{
    static const char *const names[] = {"", "established", "interrupted", "not taken", "missing", "not applied",
                                        "ended"};
    struct driver *driver = context;
    printf("%s %" PRId64 " %" PRId64 " %" PRId64 " %d %s\n", names[event->type], event->first, event->next,
           event->order, event->cause, event->description);
    driver->has_ended = driver->has_ended || event->type == VERBUS_SEAT_ENDED;
    if (driver->is_quiet && (event->type == VERBUS_SEAT_NOT_TAKEN || event->type == VERBUS_SEAT_MISSING))
        commands_fail("nothing must be lost");
}

static int poll_seat(struct driver *driver)
{
    int count = verbus_seat_poll(driver->seat);
    if (count <= 0)
        verbus_sleep_ns(pause_ns);
    return count;
}

static bool is_settled(const struct driver *driver)
{
    return verbus_seat_is_established(driver->seat) && verbus_seat_unanswered(driver->seat) == 0;
}

static void settle(struct driver *driver)
{
    do {
        (void)poll_seat(driver);
    } while (!driver->has_ended && !is_settled(driver));
}

static void open_seat(struct driver *driver, const char *line)
{
    char name[33];
    char file[200];
    long long keep_alive_ms;
    long long timeout_ms;
    int cancel;
    long long next;
    struct verbus_error error;
    if (sscanf(line, "seat %32s %199s %lld %lld %d %lld", name, file, &keep_alive_ms, &timeout_ms, &cancel, &next) != 6)
        commands_fail(line);
    if (driver->kept.memory != NULL)
        next = (uint32_t)verbus_load_relaxed(driver->kept.memory, KEPT_COUNTS);
    struct verbus_seat_settings settings = {.name = name,
                                            .secret_file = file,
                                            .keep_alive_ns = keep_alive_ms * 1000000,
                                            .timeout_ns = timeout_ms * 1000000,
                                            .cancel_on_disconnect = cancel != 0,
                                            .next_report = next,
                                            .on_report = on_report,
                                            .on_event = on_event,
                                            .context = driver};
    driver->has_ended = false;
    if (verbus_seat_open(driver->bus, &settings, &driver->seat, &error) != VERBUS_OK)
        printf("not opened: %s\n", error.text);
    else
        printf("opened\n");
}

static void map_kept(struct driver *driver, const char *file)
{
    struct verbus_error error;
    if (access(file, F_OK) != 0) {
        uint8_t zeros[KEPT_LENGTH] = {1}; /* the next report; all else is 0 */
        FILE *created = fopen(file, "wb");
        if (created == NULL || fwrite(zeros, 1, sizeof zeros, created) != sizeof zeros || fclose(created) != 0)
            commands_fail("cannot create the file of the reports");
    }
    if (verbus_file_map(file, true, &driver->kept, &error) != VERBUS_OK)
        commands_fail(error.text);
}

/* An id that no process of the seat uses again. */
static int64_t new_id(struct driver *driver)
{
    uint64_t id = verbus_load_relaxed(driver->kept.memory, KEPT_ORDERS) + 1;
    verbus_store_relaxed(driver->kept.memory, KEPT_ORDERS, id);
    return (int64_t)id;
}

/* A request about a recent order, if it is still open, or a new order at one of three prices. */
static int64_t request(struct driver *driver, struct seeded *random)
{
    int64_t *recent = &driver->recent[seeded_below(random, RECENT)];
    int64_t price = 9990000 + (int64_t)seeded_below(random, 3) * 10000;
    int64_t quantity = 1 + (int64_t)seeded_below(random, 9);
    uint64_t kind = seeded_below(random, 4);
    if (kind > 1 && verbus_seat_open_quantity(driver->seat, *recent) > 0) {
        int64_t order = *recent;
        if (kind == 2)
            return verbus_seat_cancel(driver->seat, order);
        *recent = new_id(driver);
        return verbus_seat_replace(driver->seat, order, *recent, quantity, price);
    }
    *recent = new_id(driver);
    struct verbus_order order = {.id = *recent,
                                 .instrument = 1,
                                 .side = seeded_below(random, 2) == 0 ? VERBUS_BUY : VERBUS_SELL,
                                 .duration = VERBUS_DAY,
                                 .quantity = quantity,
                                 .price = price};
    return verbus_seat_enter(driver->seat, &order);
}

/* The file is known before the seat is opened: the line of the seat follows that of the trade. */
static void trade(struct driver *driver, const char *line)
{
    char file[200];
    char next[256];
    unsigned long long seed;
    unsigned long long count;
    if (sscanf(line, "trade %199s %llu %llu", file, &seed, &count) != 3)
        commands_fail(line);
    map_kept(driver, file);
    driver->is_quiet = true;
    if (fgets(next, sizeof next, stdin) == NULL)
        commands_fail("no line of a seat follows");
    open_seat(driver, next);
    settle(driver);
    struct seeded random = {seed};
    for (unsigned long long i = 0; i < count && !driver->has_ended;) {
        int64_t sent = request(driver, &random);
        i += sent > 0;
        bool is_for_now = sent == VERBUS_BACK_PRESSURED || sent == VERBUS_WINDOW_FULL || sent == VERBUS_NOT_ESTABLISHED;
        if (sent < 0 && !is_for_now)
            commands_fail(verbus_status_name((int)sent));
        (void)poll_seat(driver);
        fflush(stdout);
    }
    settle(driver);
    uint64_t counts = verbus_load_relaxed(driver->kept.memory, KEPT_COUNTS);
    printf("traded %" PRIu32 " %" PRIu32 "\n", (uint32_t)counts - 1, (uint32_t)(counts >> 32));
}

static void print_sent(int64_t number)
{
    if (number > 0)
        printf("sent %" PRId64 "\n", number);
    else
        printf("not sent: %s\n", verbus_status_name((int)number));
}

static int64_t enter(struct driver *driver, const char *line)
{
    long long id;
    long long instrument;
    char side;
    char duration;
    char kind;
    int post_only;
    long long quantity;
    long long price;
    if (sscanf(line, "enter %lld %lld %c %c %c %d %lld %lld", &id, &instrument, &side, &duration, &kind, &post_only,
               &quantity, &price) != 8)
        commands_fail(line);
    struct verbus_order order = {.id = id,
                                 .instrument = (uint32_t)instrument,
                                 .side = (enum verbus_side)side,
                                 .duration = (enum verbus_duration)duration,
                                 .quantity = quantity,
                                 .price = price,
                                 .is_market = kind == 'M',
                                 .post_only = post_only != 0};
    return verbus_seat_enter(driver->seat, &order);
}

static void execute(void *context, const char *line)
{
    struct driver *driver = context;
    long long a = 0;
    long long b = 0;
    long long c = 0;
    long long d = 0;
    const char *space = strchr(line, ' ');
    if (space != NULL)
        (void)sscanf(space, "%lld %lld %lld %lld", &a, &b, &c, &d);
    size_t length = strcspn(line, " ");
    if (length == 4 && strncmp(line, "seat", length) == 0) {
        open_seat(driver, line);
    } else if (strncmp(line, "trade ", 6) == 0) {
        trade(driver, line);
    } else if (strncmp(line, "enter ", 6) == 0) {
        print_sent(enter(driver, line));
    } else if (strncmp(line, "replace ", 8) == 0) {
        print_sent(verbus_seat_replace(driver->seat, a, b, c, d));
    } else if (strncmp(line, "reduce ", 7) == 0) {
        print_sent(verbus_seat_reduce(driver->seat, a, b));
    } else if (strncmp(line, "cancel ", 7) == 0) {
        print_sent(verbus_seat_cancel(driver->seat, a));
    } else if (strncmp(line, "cancel-all ", 11) == 0) {
        print_sent(verbus_seat_mass_cancel(driver->seat, a < 0 ? VERBUS_ALL_INSTRUMENTS : (uint32_t)a));
    } else if (strcmp(line, "open-orders") == 0) {
        print_sent(verbus_seat_request_open_orders(driver->seat));
    } else if (strcmp(line, "settle") == 0) {
        settle(driver);
        printf("settled\n");
    } else if (strncmp(line, "await ", 6) == 0) {
        while (!driver->has_ended && verbus_seat_next_report(driver->seat) <= a)
            (void)poll_seat(driver);
        printf("reached\n");
    } else if (strncmp(line, "quantity ", 9) == 0) {
        printf("quantity %" PRId64 "\n", verbus_seat_open_quantity(driver->seat, a));
    } else if (strcmp(line, "close") == 0) {
        verbus_seat_close(driver->seat);
        driver->seat = NULL;
        printf("closed\n");
    } else {
        commands_fail(line);
    }
}

int main(int argc, char **argv)
{
    struct driver driver = {.bus = commands_open_bus(argc, argv, 5000000)};
    commands_run(execute, &driver);
    verbus_seat_close(driver.seat);
    verbus_file_unmap(&driver.kept);
    verbus_bus_close(driver.bus);
    return 0;
}
