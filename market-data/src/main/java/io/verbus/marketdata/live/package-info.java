/** A live ITCH session from the network: sockets, and MoldUDP64 packets as blocks of messages. */
package io.verbus.marketdata.live;
