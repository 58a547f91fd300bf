#include "gates.h"

/* A reader that has left the session delays nothing. */
static uint64_t position_of(const struct gates *gates, const uint8_t *place)
{
    return verbus_load_acquire(place, PLACE_SESSION) == gates->session ? place_position(place) : UINT64_MAX;
}

uint64_t gates_lowest(struct gates *gates)
{
    uint64_t lowest = UINT64_MAX;
    atomic_store(&gates->is_looking, true);
    for (size_t i = 0; i < LOG_MAX_READERS; i++) {
        const uint8_t *place = atomic_load(&gates->all[i].place);
        if (place != NULL) {
            uint64_t position = position_of(gates, place);
            lowest = position < lowest ? position : lowest;
        }
    }
    atomic_store_explicit(&gates->is_looking, false, memory_order_release);
    return lowest;
}

static void add(verbus_word *word, uint64_t more)
{
    atomic_store_explicit(word, atomic_load_explicit(word, memory_order_relaxed) + more, memory_order_relaxed);
}

void gates_attribute(struct gates *gates, uint64_t awaited, bool is_first, int64_t more_ns)
{
    atomic_store(&gates->is_looking, true);
    for (size_t i = 0; i < LOG_MAX_READERS; i++) {
        const uint8_t *place = atomic_load(&gates->all[i].place);
        if (place != NULL && position_of(gates, place) < awaited) {
            add(&gates->all[i].pressure->claims, is_first);
            add(&gates->all[i].pressure->ns, (uint64_t)more_ns);
        }
    }
    atomic_store_explicit(&gates->is_looking, false, memory_order_release);
}

bool gates_add(struct gates *gates, const uint8_t *place, struct back_pressure *pressure)
{
    for (size_t i = 0; i < LOG_MAX_READERS; i++) {
        struct gate *gate = &gates->all[i];
        if (atomic_load(&gate->place) == NULL && gates_are_vacant(gates)) {
            gate->pressure = pressure;
            atomic_store(&gate->place, place);
            return true;
        }
    }
    return false;
}

void gates_remove(struct gates *gates, const struct back_pressure *pressure)
{
    for (size_t i = 0; i < LOG_MAX_READERS; i++)
        if (gates->all[i].pressure == pressure)
            atomic_store(&gates->all[i].place, NULL);
}

bool gates_contain(const struct gates *gates, const struct back_pressure *pressure)
{
    for (size_t i = 0; i < LOG_MAX_READERS; i++)
        if (gates->all[i].pressure == pressure && atomic_load(&gates->all[i].place) != NULL)
            return true;
    return false;
}
