package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.BusSettings.GroupAccess;
import io.verbus.Publication;
import io.verbus.Subscription;
import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of several Unix users at one bus directory: with and without the group that its settings name. */
@Tag("processes")
class AccountsTest {
    private static final String GROUP = "64010";
    private static final UnixAccount OWNER = new UnixAccount(64_001, GROUP, "077");
    private static final UnixAccount MEMBER = new UnixAccount(64_002, GROUP, "000");
    private static final UnixAccount OUTSIDER = new UnixAccount(64_003, "", "022");

    @TempDir
    private static Path jars;
    private static String classPath;

    @TempDir(factory = ShmDir.class)
    private Path shm;
    @TempDir
    private Path disk;
    private Path ungrouped;

    @BeforeAll
    static void copyJars() throws IOException {
        UnixAccount.assumeAvailable();
        open(jars);
        classPath = UnixAccount.classPath(jars);
    }

    @BeforeEach
    void openFolders() throws IOException {
        open(shm);
        open(disk);
        ungrouped = Files.writeString(disk.resolve("none.yaml"), "bus:\n  counters: 64\n");
    }

    @Test
    void membersOfTheGroupLookAndWriteNothing() throws IOException {
        final Path observed = shm.resolve("observed");
        final BusSettings settings = BusSettings.defaults().withErrorHandler(t -> {});
        try (Bus bus = Bus.launch(settings.withDirectory(observed).withGroup(GROUP, GroupAccess.OBSERVE));
                Publication publication = bus.publish("s");
                Subscription subscription = bus.subscribe("s");
                Bus other = Bus.launch(settings.withDirectory(shm.resolve("private")))) {
            assertTrue(publication.offer(new UnsafeBuffer(new byte[8]), 0, 8) >= 0);
            assertEquals(1, subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1));
            bus.errorHandler().onError(new BusException("an error to look at"));
            final Map<String, String> before = state(observed);
            try (Forked member = MEMBER.start(classPath, Visitor.class, ungrouped, observed, observed,
                    other.settings().directory())) {
                final List<String> seen = lines(member);
                assertTrue(seen.get(0).matches("stat 0 .*publisher.*subscription.*"), seen::toString);
                assertTrue(seen.get(1).matches("errors 0 .*an error to look at.*"), seen::toString);
                final String join = "BUS/observed belongs to user root, and group 64010 may only look at it (./bus"
                        + " stat, errors, loss): set VERBUS_DIR to a directory of your own";
                assertEquals(List.of("loss 0 no losses reported in BUS/observed", "tap 1 bus: " + join,
                        "refused: " + join), seen.subList(2, 5));
                assertEquals(refusals("not permitted to look at BUS/private of user root: ask that user to name a group"
                        + " of yours (bus.group), or run the command as that user or as root",
                        "BUS/private belongs to user root: set VERBUS_DIR to a directory of your own"),
                        seen.subList(5, seen.size()));
            }
            assertEquals(before, state(observed));
        }
    }

    @Test
    void usersShareStreamsIfTheirSettingsNameTheGroup() throws IOException {
        final Path shared = home(OWNER).resolve("bus");
        final Path foreign = home(OUTSIDER).resolve("bus");
        final Path grouped = Files.writeString(disk.resolve("group.yaml"),
                "bus:\n  group: " + GROUP + "\n  group-access: share\n");
        try (Forked owner = OWNER.start(classPath, Partner.class, grouped, shared, "a", "b")) {
            owner.awaitLine("started"); // it owns the directories
            try (Forked member = MEMBER.start(classPath, Partner.class, grouped, shared, "b", "a")) {
                owner.awaitLine("received all, subscriber acknowledged: true");
                member.awaitLine("received all, subscriber acknowledged: true");
                assertEquals(List.of(" 3770", ".changes 660", ".losses 660", ".processes 3770",
                        ".processes/ID.counters 640", ".processes/ID.counters 640 of another user",
                        ".processes/ID.lock 640", ".processes/ID.lock 640 of another user", "a 3770", "a/ID.log 640",
                        "a/ID.positions 640 of another user", "b 3770", "b/ID.log 640 of another user",
                        "b/ID.positions 640"),
                        state(shared).entrySet().stream().filter(file -> file.getValue().contains(" 64010 "))
                                .map(file -> file.getKey().replaceAll("[0-9a-f]{16}", "ID")
                                        + file.getValue().replaceAll("^.* ", " ")
                                        + (file.getValue().startsWith("64002") ? " of another user" : ""))
                                .sorted().toList());
                try (Forked outsider = OUTSIDER.start(classPath, Visitor.class, grouped, shared, shared, foreign)) {
                    rootLooksAndDoesNotJoin(shared);
                    final String noMember = " of user 64001: this process is not a member of group 64010; ask for it"
                            + " (sudo usermod -aG 64010 ?, then log in again)";
                    final List<String> seen = lines(outsider);
                    assertEquals(refusals("not permitted to look at BUS/64001/bus" + noMember,
                            "not permitted to write in BUS/64001/bus" + noMember), seen.subList(0, 5));
                    assertEquals("refused: cannot give BUS/64003/bus to group 64010: this process is not a member of"
                            + " the group: add its user (sudo usermod -aG 64010 ?) and log in again, or name another"
                            + " group", seen.getLast());
                    assertTrue(Files.notExists(foreign));
                }
                member.kill();
            }
            owner.send("");
            owner.awaitLine("departures \\[publisher DIED, subscriber DIED]");
            owner.kill();
        }
        try (Forked member = MEMBER.start(classPath, Visitor.class, grouped, shared, shared)) {
            assertEquals("joined BUS/64001/bus", lines(member).getLast());
        }
        assertTrue(state(shared).keySet().stream().anyMatch(file -> file.endsWith(".log")), "of the owner");
        Bus.launch(settingsOf(shared).withGroup(GROUP, GroupAccess.SHARE)).close();
        assertEquals(List.of("", ".changes", ".losses", ".processes"), List.copyOf(state(shared).keySet()));
    }

    private static void rootLooksAndDoesNotJoin(final Path shared) {
        final String stat = Visitor.run(settingsOf(shared), "stat");
        assertTrue(stat.matches("stat 0 .*partner.*partner.*"), stat);
        final String refusal = shared + " belongs to user 64001 and is shared with group 64010: name that group to join"
                + " (bus.group: 64010, bus.group-access: share), or set VERBUS_DIR to a directory of your own";
        for (final BusSettings other : List.of(settingsOf(shared),
                settingsOf(shared).withGroup(GROUP, GroupAccess.OBSERVE),
                settingsOf(shared).withGroup("64011", GroupAccess.SHARE))) {
            assertEquals(refusal, assertThrows(BusException.class, () -> Bus.launch(other)).getMessage());
        }
    }

    private static BusSettings settingsOf(final Path bus) {
        return BusSettings.defaults().withDirectory(bus);
    }

    private Path home(final UnixAccount account) throws IOException {
        final Path home = Files.createDirectory(shm.resolve(Integer.toString(account.uid())));
        open(home);
        Files.setAttribute(home, "unix:uid", account.uid());
        return home;
    }

    /** The lines of a visitor that is refused everything. */
    private static List<String> refusals(final String look, final String join) {
        return List.of("stat 1 bus: " + look, "errors 1 bus: " + look, "loss 1 bus: " + look, "tap 1 bus: " + join,
                "refused: " + join);
    }

    private List<String> lines(final Forked process) {
        assertEquals(0, process.exitStatus(), process::output);
        return process.output().lines().map(line -> line.replace(shm.toString(), "BUS")).toList();
    }

    private static void open(final Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Owner, group, mode of the files in a directory. */
    private static Map<String, String> state(final Path bus) throws IOException {
        try (Stream<Path> files = Files.walk(bus)) {
            return files.collect(Collectors.toMap(file -> bus.relativize(file).toString(), AccountsTest::attributes,
                    (one, other) -> one, TreeMap::new));
        }
    }

    private static String attributes(final Path path) {
        try {
            final Map<String, Object> unix = Files.readAttributes(path, "unix:uid,gid,mode");
            return unix.get("uid") + " " + unix.get("gid") + " "
                    + Integer.toOctalString((int) unix.get("mode") & 07777);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
