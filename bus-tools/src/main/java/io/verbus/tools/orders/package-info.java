/** {@code ./bus orders}: the state of a market, and its control by an operator's seat. */
package io.verbus.tools.orders;
