/** A live ITCH session off the network: options, sockets, and MoldUDP64 packets turned into blocks of messages. */
package io.verbus.sample.publisher.live;
