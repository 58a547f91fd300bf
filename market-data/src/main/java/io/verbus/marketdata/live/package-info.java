/** A MoldUDP64 session from the network or captures, on one side or more, as blocks of messages. */
package io.verbus.marketdata.live;
