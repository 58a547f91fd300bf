package io.verbus.tools.export.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.BusSettings;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.QuoteEncoder;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.Journals;
import io.verbus.tools.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Parquet files, read back by DuckDB, have the rows of the CSV files, which a test of bus-tools compares with other
 * decoders; queries and the documented commands give what the order books have.
 */
class ParquetTest {
    private static final int MESSAGES = 5_000;

    @TempDir
    private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void parquetHasTheRowsOfCsv() throws Exception {
        final RecordedItch recorded = RecordedItch.record(generated(), journal());
        assertSameRows();
        assertTrue(recorded.messages() >= MESSAGES);
        assertTrue(err.toString().contains("export: " + String.format("%,d", recorded.messages()) + " messages in "),
                err::toString);
    }

    @Test
    void parquetOfAForeignSchemaHasTheRowsOfCsv() throws Exception {
        RecordedQuotes.record(journal());
        assertSameRows("--schema", RecordedQuotes.SCHEMA);
    }

    @Test
    void decimalsHaveTheLargestScaleAndAllDigits() throws Exception {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[256]);
        final MessageHeaderEncoder header = new MessageHeaderEncoder();
        final List<byte[]> messages = new ArrayList<>();
        for (final int exponent : new int[]{-2, -9}) {
            final InstrumentEncoder instrument = new InstrumentEncoder().wrapAndApplyHeader(bytes, 0, header)
                    .instrumentId(-exponent).priceExponent((byte) exponent).quantityExponent((byte) 0);
            instrument.legsCount(0);
            messages.add(taken(bytes, instrument.symbol("E" + -exponent).encodedLength()));
            messages.add(taken(bytes, new QuoteEncoder().wrapAndApplyHeader(bytes, 0, header).instrumentId(-exponent)
                    .bidPrice(Long.MAX_VALUE).askPrice(-25).encodedLength()));
        }
        Journals.write(journal(), session -> {
            for (int i = 0; i < messages.size(); i++) {
                Journals.append(session, i, messages.get(i));
            }
            session.end(messages.size(), Journals.receivedNs(messages.size()));
        });
        assertEquals(0, run("journal", "export", journal().toString(), "--format", "parquet", "--out",
                folder.resolve("parquet").toString()), err::toString);
        assertEquals(0, run("sql", folder.resolve("parquet").toString(), "--format", "csv",
                "select symbol, bidPrice, askPrice, typeof(bidPrice) as type from Quote order by bus_sequence"));
        assertEquals("symbol,bidPrice,askPrice,type\n"
                + "E2,92233720368547758.070000000,-0.250000000,\"DECIMAL(38,9)\"\n"
                + "E9,9223372036.854775807,-0.000000025,\"DECIMAL(38,9)\"\n", out.toString());
    }

    private static byte[] taken(final UnsafeBuffer bytes, final int body) {
        final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + body];
        bytes.getBytes(0, message);
        return message;
    }

    @Test
    void constantExponentsAreDecimalsAndTimesAreTimestamps() throws Exception {
        final Path schema = Files.writeString(folder.resolve("venue.xml"), """
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="venue" id="7" version="0">
                  <types>
                    <composite name="messageHeader">
                      <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint16"/>
                      <type name="schemaId" primitiveType="uint16"/><type name="version" primitiveType="uint16"/>
                    </composite>
                    <composite name="Price9">
                      <type name="mantissa" primitiveType="int64" presence="optional"/>
                      <type name="exponent" primitiveType="int8" presence="constant">-9</type>
                    </composite>
                    <composite name="Micros" semanticType="UTCTimestamp">
                      <type name="time" primitiveType="uint64"/>
                      <type name="unit" primitiveType="uint8" presence="constant">6</type>
                    </composite>
                    <type name="utcTimestampUs" primitiveType="int64" semanticType="UTCTimestamp"/>
                  </types>
                  <sbe:message name="Fill" id="1">
                    <field name="price" id="1" type="Price9"/>
                    <field name="made" id="2" type="uint64" semanticType="UTCTimestamp"/>
                    <field name="sent" id="3" type="Micros"/>
                    <field name="seen" id="4" type="utcTimestampUs"/>
                  </sbe:message>
                </sbe:messageSchema>
                """);
        final int block = 4 * Long.BYTES;
        final int frame = 6 + 8 + block;
        final ByteBuffer packet = ByteBuffer.allocate(2 * frame).order(ByteOrder.LITTLE_ENDIAN);
        for (final long mantissa : new long[]{-1_500_000_001L, Long.MIN_VALUE}) {
            packet.order(ByteOrder.BIG_ENDIAN).putInt(frame).putShort((short) 0).order(ByteOrder.LITTLE_ENDIAN)
                    .putShort((short) block).putShort((short) 1).putShort((short) 7).putShort((short) 0)
                    .putLong(mantissa).putLong(1_577_693_072_057_543_747L).putLong(1_577_693_072_057_543L)
                    .putLong(1_577_693_072_000_001L);
        }
        Journals.write(journal(), session -> {
            Journals.append(session, 0, packet.array());
            session.end(1, Journals.receivedNs(1));
        });
        assertSameRows("--schema", schema.toString(), "--framing", "sofh");
        out.getBuffer().setLength(0);
        assertEquals(0, run("sql", folder.resolve("parquet").toString(), "--format", "csv", "select bus_message, price,"
                + " typeof(price) as type, epoch_ns(made) as made, epoch_ns(sent) as sent, epoch_ns(seen) as seen,"
                + " typeof(seen) as seen_type from Fill"), err::toString);
        final String times = ",1577693072057543747,1577693072057543000,1577693072000001000,TIMESTAMP_NS\n";
        assertEquals("bus_message,price,type,made,sent,seen,seen_type\n0,-1.500000001,\"DECIMAL(18,9)\"" + times
                + "1,,\"DECIMAL(18,9)\"" + times, out.toString());
    }

    @Test
    void documentedCommandsFindTheWidestSpreadsOfTheBooks() throws Exception {
        assertWidestSpreads(RecordedItch.record(generated(), journal()));
    }

    @Test
    void documentedCommandsFindTheWidestSpreadsOfTheRealSession() throws Exception {
        final String data = System.getenv("VERBUS_TEST_DATA");
        assumeTrue(data != null, "skipped: VERBUS_TEST_DATA is not set");
        final RecordedItch recorded = RecordedItch.record(
                Path.of(data, "itch", "nasdaq-totalview-2019-12-30-0304-0400.itch.gz"), journal());
        assertWidestSpreads(recorded);
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder.resolve("day"))) {
            for (final Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        assertTrue(bytes < recorded.messages() * 80 / 4, bytes + " bytes: less than a quarter of the records");
    }

    private void assertWidestSpreads(final RecordedItch recorded) throws IOException {
        final String page = Files.readString(Path.of("../docs/operate/export.md"));
        final Matcher block = Pattern.compile("(?s)## A day in DuckDB\n(.*?)```sql\n(.*?)```").matcher(page);
        assertTrue(block.find());
        Files.writeString(folder.resolve("spreads.sql"), block.group(2));
        final Matcher commands = Pattern.compile("(?m)^    \\./bus (.*)$").matcher(block.group(1));
        int count = 0;
        while (commands.find()) {
            final String line = commands.group(1).replace("/data/md.itch", journal().toString())
                    .replace("/data/day", folder.resolve("day").toString())
                    .replace("spreads.sql", folder.resolve("spreads.sql").toString());
            out.getBuffer().setLength(0);
            assertEquals(0, run((line.startsWith("sql") ? line + " --format csv" : line).split(" ")), err::toString);
            count++;
        }
        assertEquals(3, count, block.group(1));
        final List<String> spreads = recorded.spreads();
        assertFalse(spreads.isEmpty());
        assertEquals(spreads.stream().limit(10).toList(),
                out.toString().lines().skip(1).map(line -> line.split(",")).map(line -> line[0] + "," + line[3])
                        .toList());
    }

    @Test
    void templatesOfAJournalAreViews() throws IOException {
        final RecordedItch recorded = RecordedItch.record(generated(), journal());
        assertEquals(0, run("sql", journal().toString(), "--format", "json",
                "select (select count(*) from OrderAdded) > 0 as added, (select count(*) from Quote) as quotes"),
                err::toString);
        assertEquals("{\"added\":\"true\",\"quotes\":0}\n", out.toString());
        assertEquals(1, run("sql", journal().toString(), "select * from OrdersAdded"));
        assertTrue(err.toString().endsWith("bus: DuckDB: Catalog Error: Table with name OrdersAdded does not exist! Did"
                + " you mean \"OrderAdded\"?\n"), err::toString);
        assertTrue(recorded.messages() > 0);
    }

    @Test
    void failedExportLeavesNoFiles() throws IOException {
        RecordedItch.record(generated(), journal());
        final Path file = Files.writeString(folder.resolve("file"), "");
        assertEquals(1, run("journal", "export", journal().toString(), "--format", "parquet", "--out",
                folder.resolve("none").toString(), "--from", "99999999"), err::toString);
        assertEquals(1, run("journal", "export", journal().toString(), "--format", "parquet", "--out", file.toString()),
                err::toString);
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of("file", "g.itch", "journal"), files.map(one -> one.getFileName().toString()).sorted()
                    .toList());
        }
    }

    private void assertSameRows(final String... options) throws Exception {
        for (final String format : List.of("csv", "parquet")) {
            final int status = run(Stream.concat(Stream.of("journal", "export", journal().toString(), "--format",
                    format, "--out", folder.resolve(format).toString()), Stream.of(options)).toArray(String[]::new));
            assertEquals(0, status, err::toString);
        }
        int tables = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                Stream<Path> files = Files.list(folder.resolve("csv"))) {
            for (final Path csv : files.toList()) {
                final String table = csv.getFileName().toString().replace(".csv", "");
                assertEquals(Files.readString(csv), csvOf(folder.resolve("parquet").resolve(table + ".parquet"),
                        statement), table);
                tables++;
            }
        }
        try (Stream<Path> files = Files.list(folder.resolve("parquet"))) {
            assertEquals(tables, files.count());
        }
    }

    /** The rows of a Parquet file as the CSV file has them: times in nanoseconds, bytes as hex digits. */
    private static String csvOf(final Path parquet, final Statement statement) throws Exception {
        final List<String> columns = new ArrayList<>();
        final List<String> names = new ArrayList<>();
        try (ResultSet described = statement.executeQuery("describe select * from '" + parquet + "'")) {
            while (described.next()) {
                final String name = described.getString("column_name");
                final String type = described.getString("column_type");
                names.add(name);
                columns.add(type.equals("TIMESTAMP_NS")
                        ? "epoch_ns(\"" + name + "\")"
                        : type.equals("BLOB") ? "lower(hex(\"" + name + "\"))" : "\"" + name + "\"::varchar");
            }
        }
        final StringBuilder text = new StringBuilder(String.join(",", names)).append('\n');
        try (ResultSet rows = statement.executeQuery("select " + String.join(", ", columns) + " from '" + parquet
                + "'")) {
            while (rows.next()) {
                for (int i = 1; i <= names.size(); i++) {
                    final String value = rows.getString(i);
                    final boolean isQuoted = value != null && (value.isEmpty() || value.matches("(?s).*[,\"\n].*"));
                    text.append(i == 1 ? "" : ",").append(value == null ? "" : isQuoted ? '"' + value + '"' : value);
                }
                text.append('\n');
            }
        }
        return text.toString();
    }

    private Path generated() {
        final long seed = Seeds.draw() >>> 1;
        final Path file = folder.resolve("g.itch");
        assertEquals(0, run("generate", "--seed", Long.toString(seed), "--messages", Integer.toString(MESSAGES),
                "--symbols", "40", "--live-orders", "300", "--out", file.toString()));
        out.getBuffer().setLength(0);
        return file;
    }

    private Path journal() {
        return folder.resolve("journal");
    }

    private int run(final String... arguments) {
        return Main.commandLine(BusSettings::defaults).setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true)).execute(arguments);
    }
}
