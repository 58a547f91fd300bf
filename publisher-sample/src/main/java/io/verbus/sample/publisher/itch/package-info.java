/** NASDAQ TotalView-ITCH 5.0: its messages as the specification lays them out, and their normalised form. */
package io.verbus.sample.publisher.itch;
