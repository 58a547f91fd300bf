/** NASDAQ TotalView-ITCH 5.0: message layouts and conversion to the normalised form. */
package io.verbus.marketdata.itch;
