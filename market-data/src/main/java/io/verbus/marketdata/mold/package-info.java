/** Receiver of MoldUDP64 1.0 and IEX-TP 1.0: converts packets to messages, each once and in order. Without sockets. */
package io.verbus.marketdata.mold;
