package io.verbus.tools.export;

import java.math.BigDecimal;

/**
 * Writes the rows of a table: one call for each column, in order, then {@link #endRow()}. Used by one thread. A write
 * that fails is a {@link io.verbus.BusException}.
 */
public interface RowWriter {
    /** Writes null, in a column of any type. */
    void putNull();

    /**
     * Writes an integer or a time.
     *
     * @param value of a column without sign: its bits
     */
    void putLong(long value);

    /**
     * Writes a floating-point number.
     *
     * @param value in a column of 32 bits: as double
     */
    void putDouble(double value);

    /**
     * Writes the decimal mantissa * 10^exponent.
     *
     * @param mantissa with sign
     * @param exponent not below the negative scale of the column
     * @throws WideDecimalException if the sink is narrow, and the number has more than 18 digits in the column's scale
     */
    void putDecimal(long mantissa, int exponent);

    /**
     * Writes a decimal.
     *
     * @param value with at most the column's scale
     * @throws WideDecimalException as the other method
     */
    void putDecimal(BigDecimal value);

    /**
     * Writes a text.
     *
     * @param text not null
     */
    void putText(String text);

    /**
     * Writes bytes.
     *
     * @param bytes not null; copied
     */
    void putBytes(byte[] bytes);

    /**
     * Writes a code.
     *
     * @param index of its text in the column's codes
     */
    void putCode(int index);

    /** Ends a row. */
    void endRow();
}
