/** A session of MoldUDP64 or IEX-TP from the network or captures, on one side or more, as blocks of messages. */
package io.verbus.marketdata.live;
