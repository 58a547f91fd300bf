/** Snapshots of NASDAQ: the protocols GLIMPSE and SoupBinTCP, without sockets. */
package io.verbus.marketdata.glimpse;
