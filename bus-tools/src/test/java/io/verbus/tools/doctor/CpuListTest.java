package io.verbus.tools.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuListTest {
    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = ';',
            value = {"0-3,8; 0,1,2,3,8", "5; 5", "''; ''", "abc; ''", "7-3; ''", "(null); ''", "-1; ''"})
    void listsOfTheKernelAreRead(final String list, final String cpus) {
        assertEquals(cpus, CpuList.text(CpuList.parse(list)));
    }
}
