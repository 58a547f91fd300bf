/** IEX DEEP 1.0: message layouts and conversion to the normalised form. */
package io.verbus.marketdata.deep;
