/** MoldUDP64 1.0, the receiving side: packets in, each message of a session once and in order out. No sockets. */
package io.verbus.sample.publisher.mold;
