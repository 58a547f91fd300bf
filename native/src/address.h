/* Conversion of socket addresses from and to text. */
#ifndef VERBUS_ADDRESS_H
#define VERBUS_ADDRESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* -EDESTADDRREQ unless the text is a numeric IPv4 or IPv6 address; -EINVAL if the port is invalid. */
int verbus_address_parse(const char *text, int port, struct sockaddr_storage *address);

int verbus_address_format(const struct sockaddr *address, char *text, size_t size, uint32_t *port);

#endif
