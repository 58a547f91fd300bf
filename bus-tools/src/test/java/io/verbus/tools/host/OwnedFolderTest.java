package io.verbus.tools.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnedFolderTest {
    @TempDir
    private Path parent;

    @Test
    void closedFolderLeavesNothing() throws IOException {
        try (OwnedFolder folder = OwnedFolder.create(parent)) {
            Files.writeString(Files.createDirectory(folder.path().resolve("stream")).resolve("log"), "bytes");
        }
        assertEquals(Set.of(), names());
    }

    @Test
    void onlyFoldersOfDeadProcessesAreRemoved() throws IOException {
        final Path dead = Files.createDirectory(parent.resolve("verbus-run-dead"));
        Files.writeString(dead.resolve("log"), "bytes");
        Files.createFile(parent.resolve("verbus-run-dead.lock"));
        Files.createDirectory(parent.resolve("verbus-run-withoutalock"));
        Files.createFile(parent.resolve("verbus-run-withoutafolder.lock"));
        Files.createDirectory(parent.resolve("verbus-root"));
        try (OwnedFolder living = OwnedFolder.create(parent); OwnedFolder other = OwnedFolder.create(parent)) {
            final Set<String> expected = Stream.of(living, other).map(folder -> folder.path().getFileName().toString())
                    .flatMap(name -> Stream.of(name, name + ".lock")).collect(Collectors.toSet());
            expected.add("verbus-root");
            assertEquals(expected, names());
        }
    }

    @Test
    void linksInDeadFoldersAreNotFollowed() throws IOException {
        final Path kept = Files.writeString(Files.createDirectory(parent.resolve("kept")).resolve("file"), "bytes");
        Files.createSymbolicLink(Files.createDirectory(parent.resolve("verbus-run-dead")).resolve("link"),
                kept.getParent());
        Files.createSymbolicLink(parent.resolve("verbus-run-link"), kept.getParent());
        OwnedFolder.create(parent).close();
        assertEquals(List.of("bytes", Set.of("kept")), List.of(Files.readString(kept), names()));
    }

    @Test
    void failureNamesTheParentFolder() {
        final Path absent = parent.resolve("absent");
        final String message = assertThrows(BusException.class, () -> OwnedFolder.create(absent)).getMessage();
        assertTrue(message.startsWith("cannot create a folder for this run in " + absent + ": "), message);
    }

    private Set<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.map(entry -> entry.getFileName().toString()).collect(Collectors.toSet());
        }
    }
}
