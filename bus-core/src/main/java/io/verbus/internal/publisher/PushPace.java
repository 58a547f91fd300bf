package io.verbus.internal.publisher;

/**
 * Whether a publishing thread spends most of its time in pushes: several in a row, each sooner after the previous one
 * than half of its own duration. A ping-pong waits for about the duration of a push between two pushes, and a single
 * interruption of the thread is not several.
 */
final class PushPace {
    private static final int PUSHES = 4;

    private int hurried;
    private long lastEndNs;

    /**
     * Records a push.
     *
     * @param startNs its start
     * @param endNs its end
     * @return whether it is the last of several in a row; then the count starts again
     */
    boolean isHurried(final long startNs, final long endNs) {
        final boolean isSoon = 2 * (startNs - lastEndNs) < endNs - startNs;
        lastEndNs = endNs;
        hurried = isSoon ? hurried + 1 : 0;
        if (hurried < PUSHES) {
            return false;
        }
        hurried = 0;
        return true;
    }
}
