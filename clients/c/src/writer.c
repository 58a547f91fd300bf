#include "writer.h"

#include "clock.h"
#include "frame.h"

/* Bytes after a frame that its commit touches: the next commit word and its alignment. */
enum { RESERVE = FRAME_ALIGNMENT };

void writer_open(struct writer *writer, struct verbus_log *log, struct gates *gates, int64_t clock_offset_ns)
{
    *writer = (struct writer){
        .log = log,
        .gates = gates,
        .clock_offset_ns = clock_offset_ns,
        .mask = log->capacity - 1,
        .chunk_length = log->capacity / LOG_CHUNKS,
        .payload_offset = log->timestamps ? FRAME_TIMESTAMPED_HEADER : FRAME_HEADER,
    };
}

static uint64_t own(const verbus_word *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static uint8_t *at(const struct writer *writer, uint64_t position)
{
    return writer->log->ring + ((uint32_t)position & writer->mask);
}

/* It may hold bytes of the last lap or of a longer claim: a reader of the frame before it finds zero or a frame. */
static void clear_word(struct writer *writer, uint64_t position)
{
    verbus_store_relaxed(at(writer, position), 0, 0);
}

static void store(struct writer *writer, uint64_t position, uint64_t sequence, uint64_t word)
{
    uint8_t *frame = at(writer, position);
    verbus_store_relaxed(frame, FRAME_SEQUENCE, sequence);
    verbus_store_release(frame, 0, word); /* SYNC commit */
}

/* Moves the horizon until every byte below `end` may be written; false if a blocking reader needs them. */
static bool open_to(struct writer *writer, uint64_t end)
{
    while (writer->opened < end) {
        uint64_t chunk_end = writer->opened + writer->chunk_length;
        if (chunk_end > writer->log->capacity) {
            uint64_t horizon = chunk_end - writer->log->capacity;
            /* Before the check: a reader that is acknowledged meanwhile is seen there, or sees this. */
            atomic_store_explicit(&writer->awaited, horizon, memory_order_release);
            atomic_thread_fence(memory_order_seq_cst); /* SYNC promise */
            if (gates_lowest(writer->gates) < horizon) {
                atomic_store_explicit(&writer->refused_claims, own(&writer->refused_claims) + 1, memory_order_relaxed);
                return false;
            }
            verbus_store_release(writer->log->map.memory, LOG_HORIZON, horizon);
            atomic_thread_fence(memory_order_seq_cst); /* SYNC horizon: before the bytes are touched */
            atomic_store_explicit(&writer->awaited, 0, memory_order_release);
        }
        writer->opened = chunk_end;
    }
    return true;
}

/* Records the frame at the position if it is the first of its chunk. */
static void record_chunk(struct writer *writer)
{
    uint64_t position = own(&writer->position);
    if (position >= writer->recorded) {
        uint64_t chunk = position / writer->chunk_length;
        chunks_record(writer->log->map.memory, (uint32_t)(chunk % LOG_CHUNKS),
                      (struct boundary){position, own(&writer->sequence)});
        writer->recorded = (chunk + 1) * writer->chunk_length;
    }
}

static void move_to(struct writer *writer, uint64_t position)
{
    atomic_store_explicit(&writer->position, position, memory_order_release);
}

/* The slow path of a claim: makes room for a frame at the position, after padding if it does not fit there. */
static bool enter_chunk(struct writer *writer, uint32_t aligned)
{
    uint64_t position = own(&writer->position);
    uint32_t rest = writer->log->capacity - ((uint32_t)position & writer->mask);
    if (aligned > rest) {
        if (!open_to(writer, position + rest + RESERVE))
            return false;
        record_chunk(writer);
        clear_word(writer, position + rest);
        store(writer, position, own(&writer->sequence), frame_word(FRAME_PADDING, FRAME_WHOLE, rest));
        position += rest;
        move_to(writer, position);
    }
    if (!open_to(writer, position + aligned + RESERVE))
        return false;
    record_chunk(writer);
    uint64_t writable = writer->opened - RESERVE;
    writer->limit = writer->recorded < writable ? writer->recorded : writable;
    return true;
}

int writer_claim(struct writer *writer, size_t length, uint8_t **payload)
{
    uint32_t frame = writer->payload_offset + (uint32_t)length;
    uint32_t aligned = frame_align(frame);
    writer->claimed = 0;
    if (writer->is_closed)
        return VERBUS_CLOSED;
    if (own(&writer->position) + aligned >= writer->limit && !enter_chunk(writer, aligned))
        return VERBUS_BACK_PRESSURED;
    uint64_t position = own(&writer->position);
    clear_word(writer, position + aligned);
    writer->claimed = frame;
    *payload = at(writer, position) + writer->payload_offset;
    return VERBUS_OK;
}

static uint64_t commit(struct writer *writer, uint32_t flags, uint32_t frame)
{
    uint64_t position = own(&writer->position);
    uint64_t sequence = own(&writer->sequence);
    if (writer->log->timestamps)
        verbus_store_relaxed(at(writer, position), FRAME_TIMESTAMP, (uint64_t)verbus_now_ns(writer->clock_offset_ns));
    store(writer, position, sequence, frame_word(FRAME_DATA, flags, frame));
    writer->claimed = 0;
    atomic_store_explicit(&writer->sequence, sequence + 1, memory_order_relaxed);
    move_to(writer, position + frame_align(frame));
    return sequence;
}

int64_t writer_commit(struct writer *writer, size_t length)
{
    if (writer->claimed == 0 || length > writer->claimed - writer->payload_offset)
        return VERBUS_INVALID;
    uint32_t frame = writer->payload_offset + (uint32_t)length;
    if (frame != writer->claimed)
        clear_word(writer, own(&writer->position) + frame_align(frame));
    return (int64_t)commit(writer, FRAME_WHOLE, frame);
}

/* Claims and commits a frame of a long message, for which there is room. */
static void put_part(struct writer *writer, uint32_t flags, uint64_t message_length, const uint8_t *part, size_t length)
{
    uint32_t prefix = (flags & FRAME_FIRST) != 0 ? FRAME_LENGTH_PREFIX : 0;
    uint8_t *payload;
    if (writer_claim(writer, prefix + length, &payload) != VERBUS_OK)
        return; /* never: there is room */
    if (prefix != 0)
        verbus_put64(payload, 0, message_length);
    memcpy(payload + prefix, part, length);
    (void)commit(writer, flags, writer->claimed);
}

int64_t writer_offer_long(struct writer *writer, const uint8_t *message, size_t length)
{
    size_t most = writer_max_payload(writer);
    uint64_t frames = (FRAME_LENGTH_PREFIX + length + most - 1) / most;
    writer->claimed = 0;
    if (writer->is_closed)
        return VERBUS_CLOSED;
    /* The ring's end may need padding before one of the frames. */
    uint64_t bytes = frames * frame_align(writer->chunk_length) + writer->chunk_length + RESERVE;
    if (!open_to(writer, own(&writer->position) + bytes))
        return VERBUS_BACK_PRESSURED;
    uint64_t first = own(&writer->sequence);
    size_t done = most - FRAME_LENGTH_PREFIX;
    put_part(writer, FRAME_FIRST, length, message, done);
    while (done < length) {
        size_t rest = length - done;
        size_t part = rest < most ? rest : most;
        put_part(writer, part == rest ? FRAME_LAST : 0, length, message + done, part);
        done += part;
    }
    return (int64_t)first;
}

bool writer_end(struct writer *writer)
{
    uint32_t aligned = frame_align(FRAME_HEADER);
    writer->is_closed = true;
    writer->claimed = 0;
    if (!enter_chunk(writer, aligned))
        return false;
    uint64_t position = own(&writer->position);
    clear_word(writer, position + aligned);
    store(writer, position, own(&writer->sequence), frame_word(FRAME_END, FRAME_WHOLE, FRAME_HEADER));
    move_to(writer, position + aligned);
    return true;
}
