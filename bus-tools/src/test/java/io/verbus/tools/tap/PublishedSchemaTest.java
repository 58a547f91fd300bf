package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shapes in which venues publish schemas, and which sbe-tool refuses or reads in part. */
class PublishedSchemaTest {
    private static final String HEADER = "<composite name='messageHeader'>"
            + "<type name='blockLength' primitiveType='uint16'/><type name='templateId' primitiveType='uint16'/>"
            + "<type name='schemaId' primitiveType='uint16'/><type name='version' primitiveType='uint16'/></composite>"
            + "<composite name='Data'><type name='length' primitiveType='uint8'/>"
            + "<type name='varData' length='0' primitiveType='char'/></composite>";
    private static final String UNIT = "<enum name='Unit' encodingType='uint8'><validValue name='SECOND'>0</validValue>"
            + "<validValue name='NANOSECOND'>9</validValue><validValue name='NULL'>255</validValue></enum>";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"<!DOCTYPE xml>", "<!-- B3 -->\n<!DOCTYPE\n\tmessageSchema  >"})
    void documentTypeWithNameOnlyIsIgnored(final String doctype) throws IOException {
        assertEquals("M a=7", print("07", doctype + schema("", "<field name='a' id='1' type='uint8'/>")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<!DOCTYPE s []>", "<!DOCTYPE s SYSTEM 's.dtd'>", "<!DOCTYPE s PUBLIC 'a' 'b'>",
            "<!DOCTYPE s [<!ENTITY a 'b'>]>", "<!DOCTYPE xml><!DOCTYPE s []>"})
    void documentTypeWithMoreIsRefused(final String doctype) {
        assertRefused("line 2: its document type declaration has more than a name: external files and entities are"
                + " never read; correct it, or give another file", "<!-- first line -->\n" + doctype + schema("", ""));
    }

    @ParameterizedTest
    @CsvSource({"ff, null", "09, NANOSECOND", "00, SECOND", "07, 7"})
    void codeEqualToNullIsPrintedAsNull(final String hex, final String printed) throws IOException {
        assertEquals("M a=" + printed, print(hex, schema(UNIT, "<field name='a' id='1' type='Unit'/>")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"encodingType='uint8' nullValue='3'| ", "encodingType='Byte'|3",
            "encodingType='Byte' nullValue='3'|4"})
    void nullIsThatOfTheEnumerationElseOfItsType(final String attributes, final String ofType) throws IOException {
        final String types = "<type name='Byte' primitiveType='uint8' presence='optional'"
                + (ofType == null ? "" : " nullValue='" + ofType + "'") + "/><enum name='E' " + attributes
                + "><validValue name='ONE'>1</validValue><validValue name='NONE'>3</validValue></enum>";
        final String fields = "<field name='a' id='1' type='E'/><field name='b' id='2' type='E'/>";
        assertEquals("M a=ONE b=null", print("0103", schema(types, fields)));
    }

    @Test
    void characterZeroStaysCode() throws IOException {
        final String types = "<type name='C' primitiveType='char' presence='optional' nullValue='0'/>"
                + "<enum name='E' encodingType='C'><validValue name='NEW'>0</validValue></enum>"
                + "<enum name='F' encodingType='C'><validValue name='X'>x</validValue></enum>";
        assertEquals("M a=NEW b=null c=null d=y e=null f=z", print("30300079007a",
                schema(types, "<field name='a' id='1' type='E'/><field name='b' id='2' type='F'/>"
                        + "<field name='c' id='3' type='F'/><field name='d' id='4' type='F'/>"
                        + "<field name='e' id='5' type='C'/><field name='f' id='6' type='C'/>")));
    }

    @Test
    void constantByReferenceIsPrintedByName() throws IOException {
        final String constant = "primitiveType='uint8' presence='constant' valueRef='Unit.NANOSECOND'/>";
        final String types = UNIT + "<composite name='Time'><type name='time' primitiveType='uint16'/>"
                + "<type name='unit' " + constant + "</composite><type name='Nanos' " + constant
                + "<composite name='Price'><type name='mantissa' primitiveType='int8'/>"
                + "<type name='exponent' " + constant + "</composite>";
        final String fields = "<field name='a' id='1' type='Time'/><field name='b' id='2' type='Nanos'/>"
                + "<field name='c' id='3' type='Unit' presence='constant' valueRef='Unit.SECOND'/>"
                + "<field name='d' id='4' type='uint8' presence='constant' valueRef='Unit.SECOND'/>"
                + "<field name='e' id='5' type='Price'/><field name='f' id='6' type='uint8'/>";
        assertEquals("M a={time=258 unit=NANOSECOND} b=NANOSECOND c=SECOND d=SECOND e=3000000000 f=5",
                print("02010305", schema(types, fields)));
    }

    @Test
    void characterDataIsText() throws IOException {
        assertEquals("M a=1 b=\"x\\u0000y\" c=\"\"",
                print("01 03780079 00", schema("", "<field name='a' id='1' type='uint8'/>"
                        + "<data name='b' id='2' type='Data'/><data name='c' id='3' type='Data'/>")));
    }

    @Test
    void commentsAndCdataAreNotPartOfValues() throws IOException {
        final String types = "<enum name='E' encodingType='uint8'><validValue name='A'><!-- one -->1</validValue>"
                + "<validValue name='B'><![CDATA[2]]></validValue></enum>"
                + "<type name='K' primitiveType='char' length='2' presence='constant'><!-- c -->XY</type>";
        assertEquals("M a=A b=B c=XY", print("0102", schema(types, "<field name='a' id='1' type='E'/>"
                + "<field name='b' id='2' type='E'/><field name='c' id='3' type='K'/>")));
    }

    @Test
    void idsOfFieldsCanRepeat() throws IOException {
        assertEquals("M a=1 b=2", print("0102",
                schema("", "<field name='a' id='16' type='uint8'/><field name='b' id='16' type='uint8'/>")));
    }

    @Test
    void fileThatIsNotUtf8IsLatin1() throws IOException {
        final String schema = schema("<!-- \u00e9 -->", "<field name='a' id='1' type='uint8'/>");
        assertEquals("M a=1", print("01", "<?xml version='1.0' encoding='UTF-8'?>" + schema,
                StandardCharsets.ISO_8859_1));
        assertEquals("M a=1", print("01", "<?xml version='1.0' encoding='UTF-16'?>" + schema,
                StandardCharsets.UTF_16));
    }

    @Test
    void wrongSchemaIsRefusedWithItsPlace() {
        assertRefused("its root element is Model, that of another protocol: SBE has messageSchema; correct it, or give"
                + " another file", "<Model/>");
        assertRefused("line 3: ", "<messageSchema>\n<types>\n</messageSchema>");
        assertRefused("validValue A has the value 'x', which is not of type uint8",
                schema("<enum name='E' encodingType='uint8'><validValue name='A'>x</validValue></enum>", ""));
        assertRefused("validValue A has the value '', which is not of type uint8",
                schema("<enum name='E' encodingType='uint8'><validValue name='A'/></enum>", ""));
        assertRefused("at <composite name=\"T\"> <type name=\"u\"> valueRef for validValue name not found: YEAR",
                schema(UNIT + "<composite name='T'><type name='u' primitiveType='uint8' presence='constant'"
                        + " valueRef='Unit.YEAR'/></composite>", ""));
        assertRefused("illegal encodingType for enum Absent", schema("<enum name='E' encodingType='Absent'/>", ""));
    }

    private void assertRefused(final String reason, final String xml) {
        final String message = assertThrows(BusException.class, () -> print("", xml)).getMessage();
        assertTrue(message.startsWith(folder.resolve("s.xml") + " is not a valid SBE schema: " + reason), message);
    }

    private static String schema(final String types, final String fields) {
        return "<messageSchema package='a' id='1' version='0'><types>" + HEADER + types + "</types>"
                + "<message name='M' id='1'>" + fields + "</message></messageSchema>";
    }

    /** Prints a message with this content after its header; the block ends before variable data. */
    private String print(final String hex, final String xml) throws IOException {
        return print(hex, xml, StandardCharsets.UTF_8);
    }

    private String print(final String hex, final String xml, final Charset charset) throws IOException {
        final Path file = folder.resolve("s.xml");
        Files.writeString(file, xml, charset);
        final String block = hex.split(" ")[0];
        final byte[] message = HexFormat.of().parseHex(HexFormat.of().toHexDigits((byte) (block.length() / 2))
                + "00010001000000" + hex.replace(" ", ""));
        final StringBuilder text = new StringBuilder();
        new MessageDecoder(List.of(SchemaFile.read(file))).appendText(new UnsafeBuffer(message), 0,
                message.length, text);
        return text.toString();
    }
}
