package io.verbus.internal.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.Subscription;
import io.verbus.internal.log.LogHeader;
import io.verbus.support.ForeignFile;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of unexpected types, under names that the bus uses. */
class ForeignFilesTest {
    private static final long ID = 5;

    @TempDir(factory = ShmDir.class)
    private Path root;

    private final List<String> errors = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void foreignFilesDoNotKeepBusFromWorkingAndStay(final ForeignFile type) throws IOException {
        final BusDirectory directory = BusDirectory.open(root);
        final StreamDirectory stream = directory.stream("s");
        final List<Path> foreign = List.of(stream.log(ID), stream.positions(ID), directory.lock(ID),
                directory.counters(ID), directory.lock(ID + 1), directory.counters(ID + 2));
        Files.createDirectory(stream.log(ID).getParent());
        for (final Path path : foreign) {
            type.create(path);
        }
        assertTimeoutPreemptively(Patience.LIMIT, () -> {
            try (Bus bus = Bus.launch(settings());
                    Subscription subscription = bus.subscribe("s");
                    Publication publication = bus.publish("s")) {
                assertEquals("s", publication.stream());
                bus.doWork();
                assertEquals(0, subscription.poll((buffer, offset, length, header) -> null, 1));
            }
        });
        for (final Path path : type == ForeignFile.DAMAGED || type == ForeignFile.EMPTY
                ? foreign.subList(0, 2)
                : foreign) {
            assertTrue(Files.exists(path, LinkOption.NOFOLLOW_LINKS), path + " is gone");
        }
        assertEquals(2, errors.size(), errors::toString);
    }

    @ParameterizedTest
    @EnumSource
    void identityOfForeignFileIsRefused(final ForeignFile type) throws IOException {
        final Path path = root.resolve("x.log");
        type.create(path);
        assertTimeoutPreemptively(Patience.LIMIT,
                () -> assertThrows(BusException.class, () -> LogHeader.read(path)));
    }

    @ParameterizedTest
    @EnumSource
    void foreignLossReportIsSetAside(final ForeignFile type) throws IOException {
        final Path losses = BusDirectory.open(root).losses();
        type.create(losses);
        assertTimeoutPreemptively(Patience.LIMIT, () -> Bus.launch(settings()).close());
        assertTrue(Files.isRegularFile(losses, LinkOption.NOFOLLOW_LINKS), "no new report");
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.getFirst().contains(losses + ".damaged-"), errors::toString);
    }

    @ParameterizedTest
    @EnumSource
    void foreignCountsOfChangesDoNotKeepBusFromWorkingAndStay(final ForeignFile type) throws IOException {
        final Path changes = BusDirectory.open(root).changes();
        type.create(changes);
        assertTimeoutPreemptively(Patience.LIMIT, this::sessionIsFoundInNextCycle);
        assertTrue(Files.exists(changes, LinkOption.NOFOLLOW_LINKS), "removed");
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.getFirst().startsWith("each duty cycle looks at its directory, because the counts of changes"
                + " cannot be used: "), errors::toString);
    }

    /** A page beyond the end of a file would cause a SIGBUS. */
    @Test
    void shortCountsOfChangesAreNotUsed() throws IOException {
        final Path changes = BusDirectory.open(root).changes();
        Bus.launch(settings()).close();
        final byte[] bytes = Files.readAllBytes(changes);
        Files.delete(changes);
        Files.write(changes, Arrays.copyOf(bytes, ChangesLayout.LENGTH - 1));
        assertTimeoutPreemptively(Patience.LIMIT, this::sessionIsFoundInNextCycle);
        assertEquals(ChangesLayout.LENGTH - 1, Files.size(changes));
        assertEquals(List.of("each duty cycle looks at its directory, because the counts of changes cannot be used: "
                + changes + " is not a file of counts of changes: remove it when no bus runs"), errors);
    }

    private void sessionIsFoundInNextCycle() {
        try (Bus reading = Bus.launch(settings()); Subscription subscription = reading.subscribe("s")) {
            reading.doWork();
            errors.subList(1, errors.size()).clear(); // each bus reports it
            try (Bus writing = Bus.launch(settings()); Publication publication = writing.publish("s")) {
                errors.subList(1, errors.size()).clear();
                reading.doWork();
                subscription.poll((buffer, offset, length, header) -> null, 1);
                assertEquals(1, subscription.sessions().size());
                assertEquals("s", publication.stream());
            }
        }
    }

    @Test
    void symbolicLinkToLogIsRefused() throws IOException {
        final BusDirectory directory = BusDirectory.open(root);
        final Path link = directory.stream("s").log(ID);
        Files.createDirectory(link.getParent());
        Files.createSymbolicLink(link, Files.createFile(root.resolve("target")));
        assertEquals(link + " is a symbolic link, not a regular file: move it out of " + link.getParent(),
                assertThrows(BusException.class, () -> LogHeader.read(link)).getMessage());
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(root).withoutThread()
                .withErrorHandler(t -> errors.add(t.getMessage()));
    }
}
