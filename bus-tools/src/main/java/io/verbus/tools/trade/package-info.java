/** {@code ./bus trade}: a trader, which enters orders at the gateway of a market by a seat. */
package io.verbus.tools.trade;
