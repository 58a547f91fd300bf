package io.verbus.tools.export.chronicle;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.MarshallableIn;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireType;

/** Reads documents as another program does, which has Chronicle only. */
final class ReadDocuments {
    private ReadDocuments() {
    }

    /** Reads a queue. Returns the number of its documents. */
    static long queue(final Path directory, final BiConsumer<String, Map<String, Object>> taker) {
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.binary(directory).readOnly(true).build();
                ExcerptTailer tailer = queue.createTailer()) {
            return read(tailer, taker);
        }
    }

    /** Reads the only file of a folder. */
    static void file(final Path folder, final String form, final BiConsumer<String, Map<String, Object>> taker)
            throws IOException {
        final Path file;
        try (Stream<Path> files = Files.list(folder)) {
            file = files.findFirst().orElseThrow();
        }
        switch (form) {
            case "text" -> read(WireType.YAML_ONLY.apply(Bytes.wrapForRead(Files.readAllBytes(file))), taker);
            case "binary" -> read(WireType.BINARY_LIGHT.apply(Bytes.wrapForRead(Files.readAllBytes(file))), taker);
            default -> {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.forEach(line -> JsonParser.parseString(line).getAsJsonObject().asMap()
                            .forEach((table, row) -> taker.accept(table, fields(row.getAsJsonObject()))));
                }
            }
        }
    }

    private static Map<String, Object> fields(final JsonObject row) {
        final Map<String, Object> fields = new LinkedHashMap<>();
        row.asMap().forEach((name, value) -> fields.put(name, value.getAsString()));
        return fields;
    }

    private static long read(final MarshallableIn in, final BiConsumer<String, Map<String, Object>> taker) {
        long count = 0;
        while (true) {
            try (DocumentContext document = in.readingDocument()) {
                if (!document.isPresent()) {
                    return count;
                }
                final WireIn wire = document.wire();
                final StringBuilder event = new StringBuilder();
                final Map<String, Object> fields = wire.readEventName(event).marshallableAsMap(String.class,
                        Object.class);
                taker.accept(event.toString(), fields);
                count++;
            }
        }
    }
}
