/** Makes valid NASDAQ TotalView-ITCH 5.0 sessions from a seed, for demonstrations and tests without exchange data. */
package io.verbus.itch.generator;
