package io.verbus.orders.seat;

/**
 * The unanswered messages of a seat. They fill at most half of its log: so while no gateway runs, the seat overwrites
 * none that is unread. Messages without a number may fill a further quarter. Allocates nothing after its construction.
 */
final class SendWindow {
    private static final int ALIGNMENT = 32;
    /** Header of a frame with a timestamp. */
    private static final int FRAME_HEADER = 24;
    private static final int MIN_FRAME = 64;
    /** Bounds the memory of this object to 2 MiB. */
    private static final int MAX_MESSAGES = 1 << 16;

    private final int capacity;
    private final int mask;
    private final long[] numbers;
    private final long[] positions;
    private final long[] orderIds;
    private final int[] templates;
    /** The first unanswered message, and the next one to send. */
    private long first = 1;
    private long next = 1;

    SendWindow(final int capacity) {
        this.capacity = capacity;
        final int messages = Math.min(MAX_MESSAGES, capacity / MIN_FRAME);
        mask = Integer.highestOneBit(messages) - 1;
        numbers = new long[mask + 1];
        positions = new long[mask + 1];
        orderIds = new long[mask + 1];
        templates = new int[mask + 1];
    }

    /** Whether a numbered message may be sent at the end of the log. */
    boolean hasRoom(final long position, final int length) {
        return next - first <= mask && position - begin(position) + frame(length) <= capacity / 2;
    }

    /** Whether another message may be sent at the end of the log. */
    boolean hasRoomForHeartbeat(final long position, final int length) {
        return position - begin(position) + frame(length) <= capacity / 4 * 3;
    }

    void sent(final long number, final long position, final int template, final long orderId) {
        assert number == next : number + " sent, expected " + next;
        final int at = (int) number & mask;
        numbers[at] = number;
        positions[at] = position;
        orderIds[at] = orderId;
        templates[at] = template;
        next = number + 1;
    }

    /** All messages below a number were taken. */
    void taken(final long end) {
        first = Math.min(Math.max(first, end), next);
    }

    /** The next message has this number: all earlier ones are answered, or will never be. */
    void restart(final long number) {
        first = number;
        next = number;
    }

    long first() {
        return first;
    }

    long next() {
        return next;
    }

    /** The lowest number that the window may still have: bounds searches, whatever a gateway sends. */
    long oldest() {
        return Math.max(1, next - mask - 1);
    }

    /** Whether the window still has a message, also an answered one. */
    boolean has(final long number) {
        return number > 0 && numbers[(int) number & mask] == number;
    }

    long orderId(final long number) {
        return orderIds[(int) number & mask];
    }

    int template(final long number) {
        return templates[(int) number & mask];
    }

    private long begin(final long position) {
        return first == next ? position : positions[(int) first & mask];
    }

    private static int frame(final int length) {
        return FRAME_HEADER + length + ALIGNMENT - 1 & -ALIGNMENT;
    }
}
