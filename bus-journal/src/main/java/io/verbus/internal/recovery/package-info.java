/** Range requests and responses, between a subscriber that lacks messages and a recorder that has them. */
package io.verbus.internal.recovery;
