package io.verbus.latency.frame;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import java.io.IOException;
import java.nio.file.Path;

/** Aeron IPC as its users would set it up for this: exclusive publication, tryClaim, one image, touched memory. */
final class AeronEnds {
    private AeronEnds() {
    }

    static PublishingEnd publishing(final Path directory, final int stream) {
        final ExclusivePublication publication = connect(directory)
                .addExclusivePublication("aeron:ipc?term-length=" + FrameLayout.TERM, stream);
        while (!publication.isConnected()) {
            Thread.onSpinWait();
        }
        final BufferClaim claim = new BufferClaim();
        return value -> {
            while (publication.tryClaim(FrameLayout.PAYLOAD, claim) < 0) {
                FrameLayout.idle();
            }
            Payload.encode(claim.buffer(), claim.offset(), value);
            claim.commit();
        };
    }

    static ReadingEnd reading(final Path directory, final int stream) {
        final Subscription subscription = connect(directory).addSubscription("aeron:ipc", stream);
        while (subscription.hasNoImages()) {
            Thread.onSpinWait();
        }
        final Image image = subscription.imageAtIndex(0);
        return new ReadingEnd() {
            private Payload.Handler handler;
            private final FragmentHandler adapter = (buffer, offset, length, header) -> handler.onPayload(buffer,
                    offset, length);

            @Override
            public int poll(final Payload.Handler receiver) {
                handler = receiver;
                return image.poll(adapter, FrameLayout.BATCH);
            }
        };
    }

    /**
     * The media driver, until standard input ends. One thread that backs off when idle: on two CPUs a spinning
     * one would take turns with the two processes that are measured.
     */
    static void driveUntilInputEnds(final Path directory) throws IOException {
        final var context = new MediaDriver.Context()
                .aeronDirectoryName(directory.resolve("aeron").toString())
                .threadingMode(ThreadingMode.SHARED)
                .performStorageChecks(false)
                .dirDeleteOnShutdown(true);
        try (MediaDriver driver = MediaDriver.launch(context)) {
            System.in.read();
            assert driver != null;
        }
    }

    private static Aeron connect(final Path directory) {
        return Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(directory.resolve("aeron").toString())
                .preTouchMappedMemory(true));
    }
}
