package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.BusSettings;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.Journals;
import io.verbus.tools.Main;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.co.real_logic.sbe.xml.Message;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** The CSV files of {@code journal export} have what other decoders read in the journal, and losses are reported. */
class JournalExportTest {
    private static final String SESSION = "0000000000abcdef";
    private static final String SCHEMA = "src/test/resources/tap/user.xml";
    private static final Pattern FIELD = Pattern.compile("(\"(?:[^\"]|\"\")*\"|[^\",\n]*)([,\n])");
    private static final int ROUNDS = 4;
    private static final List<String> KEY = List.of("bus_session", "bus_sequence");

    @TempDir
    private Path journal;
    @TempDir
    private Path folder;
    private final StringWriter err = new StringWriter();

    /** The rows of each table that are expected, the names of the columns first. */
    private final Map<String, List<List<String>>> expected = new TreeMap<>();
    private final Map<Object, String> symbols = new HashMap<>();

    @Test
    void rowsOfOwnSchemasAreThoseOfTheGeneratedCodecs() throws Exception {
        writeRandomJournal();
        assertEquals(1, export("--format", "csv", "--out", out().toString()), err::toString);
        assertTrue(err.toString().contains("without the definition of its instrument"), err::toString);
        assertEquals(expected.keySet(), tables().keySet());
        tables().forEach((table, rows) -> assertEquals(lines(expected.get(table)), lines(rows), table));
        assertEquals(List.of("csv"), content(folder));
    }

    @Test
    void pythonReadsTheSameRows() throws Exception {
        final Process probe = start("import csv");
        assumeTrue(probe != null && probe.waitFor() == 0, "skipped: there is no python3");
        writeRandomJournal();
        export("--format", "csv", "--out", out().toString());
        final Process python = start("""
                import csv, hashlib, os, sys
                for name in sorted(os.listdir(sys.argv[1])):
                    rows = list(csv.reader(open(os.path.join(sys.argv[1], name), newline='', encoding='utf-8')))
                    text = '\\n'.join('\\x1f'.join(row) for row in rows)
                    print(name, len(rows), sum(int(row[1]) for row in rows[1:]),
                          hashlib.sha256(text.encode()).hexdigest())
                """, out().toString());
        final List<String> printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                .toList();
        assertEquals(0, python.waitFor(), printed::toString);
        final List<String> own = new ArrayList<>();
        for (final var table : expected.entrySet()) {
            final List<List<String>> rows = table.getValue();
            own.add(table.getKey() + ".csv " + rows.size() + " "
                    + rows.stream().skip(1).mapToLong(row -> Long.parseLong(row.get(1))).sum() + " "
                    + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(String.join("\n", lines(rows)).getBytes(StandardCharsets.UTF_8))));
        }
        assertEquals(own.stream().sorted().toList(), printed.stream().sorted().toList());
    }

    @Test
    void foreignSchemaHasGroupsDataCodesSetsAndNulls() throws IOException {
        Journals.write(journal, session -> {
            Journals.append(session, 0, Quotes.whole());
            Journals.append(session, 1, Quotes.ofVersion0());
            Journals.append(session, 2, Quotes.whole(3, 5));
            session.end(3, Journals.receivedNs(3));
        });
        assertEquals(0, export("--format", "csv", "--out", out().toString(), "--schema", SCHEMA), err::toString);
        final String received = Long.toString(Journals.receivedNs(0)).substring(0, 16);
        final String block = ",18446744073709551615,10150,-2,,FIRM|CLOSING|bit 9,BUY,XNAS,SELL,0.25,1,-2,3,cafe0102,"
                + "4294967295,,99,\"\",z,";
        assertEquals(List.of("bus_session,bus_sequence,bus_received,bus_published,id,bid_mantissa,bid_exponent,depth,"
                + "flags,side,venue,always,ratio,weights_0,weights_1,weights_2,key,origin_host,origin_from,"
                + "origin_clock_ticks,origin_clock_state,grade,added,comment,blob",
                SESSION + ",0," + received + "000," + block + "515,null,0102ff",
                SESSION + ",1," + received + "000,".replace("000", "") + block + ",b,\"\"",
                SESSION + ",2," + received + "000," + block + "515,null,0102ff").stream()
                .map(JournalExportTest::withoutTime).toList(),
                Files.readAllLines(out().resolve("Quote.csv")).stream().map(JournalExportTest::withoutTime).toList());
        assertEquals(String.join("\n", "bus_session,bus_sequence,bus_index,symbol,quantity,price_mantissa,"
                + "price_exponent,note",
                SESSION + ",0,0,AAPL,-5,12345,-2,\"x\u00e9", "\u009b\"", SESSION + ",0,1,LONGER,6,,0,\"\"",
                SESSION + ",1,0,AAPL,1,,,a",
                SESSION + ",2,0,AAPL,-5,12345,-2,\"x\u00e9", "\u009b\"", SESSION + ",2,1,LONGER,6,,0,\"\"", ""),
                Files.readString(out().resolve("Quote_legs.csv")));
        assertEquals(List.of("bus_session,bus_sequence,bus_index,bus_index_2,amount", SESSION + ",0,0,0,7",
                SESSION + ",0,0,1,-8", SESSION + ",2,0,0,7", SESSION + ",2,0,1,-8"),
                Files.readAllLines(out().resolve("Quote_legs_fees.csv")));
        assertEquals(List.of("bus_session,bus_sequence,bus_index,value", SESSION + ",0,0,200", SESSION + ",2,0,200"),
                Files.readAllLines(out().resolve("Quote_later.csv")));
    }

    @Test
    void lossInTheRangeIsStatusOneAndItsRange() {
        Journals.write(journal, session -> {
            Journals.append(session, 0, Quotes.whole());
            session.lose(1, 4, "the subscription was lapped", Journals.receivedNs(4));
            Journals.append(session, 5, Quotes.whole());
            session.end(6, Journals.receivedNs(6));
        });
        assertEquals(1, export("--format", "csv", "--out", out().toString(), "--schema", SCHEMA), err::toString);
        assertTrue(err.toString().contains("export: session " + SESSION + ": sequences 1 to 4 are missing in the"
                + " journal: the subscription was lapped\n"), err::toString);
        assertEquals(0, export("--format", "csv", "--out", folder.resolve("rest").toString(), "--schema", SCHEMA,
                "--from", "5"), err::toString);
    }

    @Test
    void damageInTheRangeIsStatusOneAndItsRange() throws IOException {
        Journals.write(journal, session -> {
            for (int i = 0; i < 5; i++) {
                Journals.append(session, i, Quotes.whole());
            }
            session.end(5, Journals.receivedNs(5));
        });
        final Path segment;
        try (Stream<Path> files = Files.list(journal)) {
            segment = files.filter(file -> file.toString().endsWith(".segment")).findFirst().orElseThrow();
        }
        final byte[] bytes = Files.readAllBytes(segment);
        final int third = new String(bytes, StandardCharsets.ISO_8859_1).split("AAPL", -1)[0].length();
        final int distance = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("AAPL", third + 1) - third;
        bytes[third + 2 * distance] ^= 1;
        Files.write(segment, bytes);
        assertEquals(1, export("--format", "csv", "--out", out().toString(), "--schema", SCHEMA), err::toString);
        assertTrue(err.toString().contains("sequences 2 to 2 cannot be read: "), err::toString);
        assertEquals(0, export("--format", "csv", "--out", folder.resolve("rest").toString(), "--schema", SCHEMA,
                "--to", "1"), err::toString);
    }

    @Test
    void badInputIsOneSentenceAndLeavesNoFiles() throws IOException {
        Journals.write(journal, session -> {
            Journals.append(session, 0, Quotes.whole());
            Journals.append(session, 1, new byte[]{1, 2, 3});
            session.end(2, Journals.receivedNs(2));
        });
        final String target = out().toString();
        assertRefused("there is no template Quoto: did you mean Quote?", "--format", "csv", "--out", target,
                "--schema", SCHEMA, "--template", "Quoto");
        assertRefused("there is no instrument AAPL: the journal defines no instrument", "--format", "csv", "--out",
                target, "--schema", SCHEMA, "--symbol", "AAPL");
        assertRefused("exists: give a new name with --out, or remove it", "--format", "csv", "--out",
                folder.toString());
        assertRefused("there is no folder ", "--format", "csv", "--out", folder + "/none/csv");
        assertRefused("Parquet and SQL need the module bus-export", "--format", "parquet", "--out", target);
        assertRefused("nothing is written; 1 message not decoded: no schema has the id 33795; 1 message not"
                + " decoded: they are shorter than a message header", "--format", "csv", "--out", target);
        assertRefused("no schema file", "--format", "csv", "--out", target, "--schema", "none.xml");
        assertRefused("nothing is written", "--format", "csv", "--out", target, "--schema", SCHEMA, "--from", "7");
        assertEquals(List.of(), content(folder));
        assertEquals(1, export("--format", "csv", "--out", target, "--schema", SCHEMA), err::toString);
        assertTrue(err.toString().contains("export: 1 message not decoded: they are shorter than"), err::toString);
    }

    private void assertRefused(final String message, final String... arguments) {
        err.getBuffer().setLength(0);
        final int status = export(arguments);
        assertTrue(status == 1 || status == 2, err::toString);
        assertTrue(err.toString().contains(message), err::toString);
        assertEquals(1, err.toString().lines().filter(line -> line.startsWith("bus: ")).count(), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
    }

    private static String withoutTime(final String line) {
        return line.replaceFirst(",17672256[0-9]*,", ",TIME,");
    }

    private void writeRandomJournal() throws Exception {
        final Random random = new Random(Seeds.draw());
        final List<UnsafeBuffer> messages = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (final String schema : List.of("market-data.xml", "nasdaq.xml", "orders.xml")) {
                for (final Message message : messages(schema)) {
                    final CodecFields codec = new CodecFields(message,
                            "io.verbus.codec." + schema.replaceAll("-|\\.xml", ""));
                    final UnsafeBuffer bytes = codec.random(random, codec.schema(), codec.version());
                    final boolean isMarketData = !schema.equals("orders.xml");
                    add(message.name(), messages.size(), codec.read(bytes), isMarketData);
                    messages.add(bytes);
                }
            }
        }
        Journals.write(journal, session -> {
            for (int i = 0; i < messages.size(); i++) {
                Journals.append(session, i, messages.get(i).byteArray());
            }
            session.end(messages.size(), Journals.receivedNs(messages.size()));
        });
    }

    private static List<Message> messages(final String schema) throws Exception {
        try (InputStream in = Files.newInputStream(Path.of("../codecs/src/main/resources/" + schema))) {
            return List.copyOf(XmlSchemaParser.parse(in, ParserOptions.DEFAULT).messages());
        }
    }

    private void add(final String table, final int sequence, final Map<String, Object> fields,
            final boolean isMarketData) {
        if (table.equals("Instrument") && fields.get("instrumentId") != null) {
            symbols.put(fields.get("instrumentId"), fields.get("symbol").toString());
        }
        final List<String> names = new ArrayList<>(KEY);
        final List<String> values = new ArrayList<>(List.of(SESSION, Integer.toString(sequence)));
        names.addAll(List.of("bus_received", "bus_published"));
        values.addAll(List.of(Long.toString(Journals.receivedNs(sequence)), ""));
        addFields(fields, isMarketData, names, values);
        addRow(table, names, values);
        fields.forEach((name, value) -> {
            if (value instanceof List<?> entries && !entries.isEmpty() && entries.getFirst() instanceof Map<?, ?>) {
                for (int i = 0; i < entries.size(); i++) {
                    final List<String> keys = new ArrayList<>(KEY);
                    keys.add("bus_index");
                    final List<String> row = new ArrayList<>(
                            List.of(SESSION, Integer.toString(sequence), Integer.toString(i)));
                    addFields((Map<?, ?>) entries.get(i), isMarketData, keys, row);
                    addRow(table + "_" + name, keys, row);
                }
            }
        });
    }

    private void addFields(final Map<?, ?> fields, final boolean isMarketData, final List<String> names,
            final List<String> values) {
        fields.forEach((name, value) -> {
            if (name.equals("legs")) {
                return; // a table of its own
            }
            names.add(name.toString());
            values.add(text(value));
            if (name.equals("instrumentId") && isMarketData && !fields.containsKey("symbol")) {
                names.add("symbol");
                values.add(symbols.getOrDefault(value, ""));
            }
        });
    }

    private static String text(final Object value) {
        return switch (value) {
            case null -> "";
            case BigDecimal decimal -> decimal.toPlainString();
            case List<?> names -> names.stream().map(Object::toString).collect(Collectors.joining("|"));
            default -> value.toString();
        };
    }

    private void addRow(final String table, final List<String> names, final List<String> values) {
        expected.computeIfAbsent(table, unused -> new ArrayList<>(List.of(names))).add(values);
    }

    private Map<String, List<List<String>>> tables() throws IOException {
        final Map<String, List<List<String>>> tables = new TreeMap<>();
        for (final String file : content(out())) {
            tables.put(file.replace(".csv", ""), rows(Files.readString(out().resolve(file))));
        }
        return tables;
    }

    private static List<List<String>> rows(final String csv) {
        final List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        for (final Matcher field = FIELD.matcher(csv); field.lookingAt(); field.region(field.end(), csv.length())) {
            final String text = field.group(1);
            row.add(text.startsWith("\"") ? text.substring(1, text.length() - 1).replace("\"\"", "\"") : text);
            if (field.group(2).equals("\n")) {
                rows.add(row);
                row = new ArrayList<>();
            }
        }
        return rows;
    }

    private static List<String> lines(final List<List<String>> rows) {
        return rows.stream().map(row -> String.join("\u001f", row)).toList();
    }

    private static List<String> content(final Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Path out() {
        return folder.resolve("csv");
    }

    private static Process start(final String program, final String... arguments) {
        try {
            return new ProcessBuilder(Stream.concat(Stream.of("python3", "-c", program), Stream.of(arguments))
                    .toList()).redirectErrorStream(true).start();
        } catch (final IOException e) {
            return null;
        }
    }

    private int export(final String... arguments) {
        return Main.commandLine(BusSettings::defaults).setOut(new PrintWriter(new StringWriter(), true))
                .setErr(new PrintWriter(err, true))
                .execute(Stream.concat(Stream.of("journal", "export", journal.toString()), Stream.of(arguments))
                        .toArray(String[]::new));
    }
}
