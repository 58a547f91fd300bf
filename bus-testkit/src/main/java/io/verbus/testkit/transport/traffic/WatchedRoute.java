package io.verbus.testkit.transport.traffic;

import io.verbus.spi.Link;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * From one log to one image, over all epochs.
 *
 * @param session of the log
 * @param subscription of the image
 */
record WatchedRoute(long session, long subscription) {
    /** The newest link on each side; null if there is none. */
    static final class Ends {
        private WatchedLogLink log;
        private WatchedImageLink image;

        void log(final WatchedLogLink newLog) {
            log = newLog;
        }

        void image(final WatchedImageLink newImage) {
            image = newImage;
        }

        WatchedImageLink image() {
            return image;
        }

        private boolean logLives() {
            return log != null && log.endedBy() == null;
        }

        private boolean imageLives() {
            return image != null && image.endedBy() == null;
        }

        boolean bothLive() {
            return logLives() && imageLives();
        }

        boolean areClosed() {
            return log != null && log.isClosed() && image != null && image.isClosed();
        }

        /** Both sides agree: all writes have arrived, and an ended link has ended on both sides. */
        boolean areAtRest() {
            if (bothLive()) {
                return !image.isLeaving() && !image.isReading() && image.hasAll(log.pushed()) && log.isFinished()
                        && isJumpConfirmed();
            }
            return !logLives() && !imageLives() && (log == null || log.isClosed() || log.isFinished());
        }

        /**
         * A jump is confirmed as soon as its reader has reached it, and nothing is written before the confirmation
         * arrives.
         */
        private boolean isJumpConfirmed() {
            return log.consumed() >= log.jumpedTo() || image.readable() < log.jumpedTo();
        }

        /** Also detects an unnoticed break, because it polls. */
        void pollPending() {
            if (bothLive() && !(image.hasAll(log.pushed()) && isJumpConfirmed())) {
                image.poll();
            }
        }

        void poll() {
            if (imageLives()) {
                image.poll();
            }
        }

        boolean isReading() {
            return bothLive() && image.isReading();
        }

        void sendCredit() {
            if (bothLive()) {
                image.sendHeartbeat();
            }
        }

        boolean oweCredit() {
            return bothLive() && log.consumed() < image.consumed();
        }

        long state() {
            return (log == null ? 0 : log.state()) * 31 + (image == null ? 0 : image.state());
        }

        void breakOne(final RandomGenerator random, final Consumer<Link> cut) {
            if (bothLive()) {
                final Link link = random.nextBoolean() ? log.watched() : image.watched();
                if (random.nextBoolean()) {
                    link.end("broken by the test");
                } else {
                    cut.accept(link); // the bus has to detect it
                }
            }
        }

        @Override
        public String toString() {
            return log + " to " + image;
        }
    }
}
