package io.verbus.rdma.support.traffic;

import java.util.random.RandomGenerator;

/**
 * From one log to one image, over all epochs.
 *
 * @param session that the log is of
 * @param subscription that the image is of
 */
record Route(long session, long subscription) {
    /** The newest link at each end; null as long as there is none. */
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

        private boolean bothLive() {
            return logLives() && imageLives();
        }

        boolean areClosed() {
            return log != null && log.isClosed() && image != null && image.isClosed();
        }

        /** Both know the same: what is written has arrived, what is over is over for both. */
        boolean areAtRest() {
            if (bothLive()) {
                return !image.isLeaving() && !image.isReading() && image.hasAll(log.pushed()) && log.isFinished()
                        && isJumpHeard();
            }
            return !logLives() && !imageLives() && (log == null || log.isClosed() || log.isFinished());
        }

        /** A jump is confirmed at once when its reader has got there, and nothing is written before that is heard. */
        private boolean isJumpHeard() {
            return log.consumed() >= log.jumpedTo() || image.readable() < log.jumpedTo();
        }

        /** What has broken and is not noticed yet shows too, where somebody polls. */
        void takeIn() {
            if (bothLive() && !(image.hasAll(log.pushed()) && isJumpHeard())) {
                image.poll();
            }
        }

        boolean isReading() {
            return bothLive() && image.isReading();
        }

        boolean oweCredit() {
            return bothLive() && log.consumed() < image.consumed();
        }

        long stand() {
            return (log == null ? 0 : log.stand()) * 31 + (image == null ? 0 : image.stand());
        }

        void breakOne(final RandomGenerator random) {
            if (bothLive()) {
                final var epoch = random.nextBoolean() ? log.epoch() : image.epoch();
                if (random.nextBoolean()) {
                    epoch.end("an accident");
                } else {
                    epoch.queuePair().toError(); // the bus has to find out
                }
            }
        }

        @Override
        public String toString() {
            return log + " to " + image;
        }
    }
}
