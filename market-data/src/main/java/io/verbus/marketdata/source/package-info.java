/** Sources of messages, in blocks of complete messages: files, raw or gzip, captures and live sessions. */
package io.verbus.marketdata.source;
