/** Generates valid NASDAQ TotalView-ITCH 5.0 sessions from a seed, for tests and demonstrations without real data. */
package io.verbus.marketdata.generator;
