package io.verbus.system.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** No peer is reported silent or lost with default settings while other processes load every core. */
@Tag("lab")
@Tag("long")
@ExtendWith(Cable.class)
class FalseAlarmTest {
    /** Duration; {@code -Dverbus.calm=300} sets it to five minutes. */
    private static final int SECONDS = Integer.getInteger("verbus.calm", 60);

    @TempDir(factory = ShmDir.class)
    private Path hostA;
    @TempDir(factory = ShmDir.class)
    private Path hostB;
    private final List<Process> load = new ArrayList<>();

    @AfterEach
    void endLoad() {
        load.forEach(Process::destroyForcibly);
    }

    @Test
    void noPeerIsReportedWhileAllCoresAreBusy() throws IOException {
        try (Forked publisher = Forked.start(LabPeer.Publisher.class, hostA, "listen", Cable.atA(), SECONDS);
                Forked reader = Forked.start(LabPeer.Reader.class, hostB, "connect", Cable.fromB(), 0)) {
            reader.awaitLine("^started ");
            for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                load.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
            }
            assertEquals(0, publisher.exitStatus(), publisher::output);
            assertEquals(0, reader.exitStatus(), reader::output);
            assertEquals(List.of("joined"), words(publisher).subList(0, 1), publisher::output);
            assertEquals(List.of("started", "ended"), words(reader), () -> reader.output() + publisher.output());
            assertEquals(List.of(), words(publisher).stream().filter(word -> !word.matches("joined|left")).toList(),
                    publisher::output);
        }
    }

    /** The first word of each line. Excludes failed attempts to connect of the process that starts first. */
    private static List<String> words(final Forked peer) {
        return peer.output().lines().filter(line -> !line.endsWith("(trying again)")).map(line -> line.split(" ")[0])
                .toList();
    }
}
