/** Sources of messages, in blocks of complete messages: files, raw or gzip, and live sessions. */
package io.verbus.marketdata.source;
