/** A live ITCH session from the network: options, sockets, and MoldUDP64 packets as blocks of messages. */
package io.verbus.sample.publisher.live;
