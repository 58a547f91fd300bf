#include "address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int verbus_address_parse(const char *text, int port, struct sockaddr_storage *address)
{
    const struct addrinfo numeric = {.ai_flags = AI_NUMERICHOST, .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;

    if (text == NULL || port < 0 || port > UINT16_MAX)
        return -EINVAL;
    /* Unlike inet_pton(3), this supports the zone of fe80::1%eth0. */
    if (getaddrinfo(text, NULL, &numeric, &found) != 0)
        return -EDESTADDRREQ;
    memset(address, 0, sizeof *address);
    memcpy(address, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    if (address->ss_family == AF_INET6)
        ((struct sockaddr_in6 *)address)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)address)->sin_port = htons((uint16_t)port);
    return 0;
}

int verbus_address_format(const struct sockaddr *address, char *text, size_t size, uint32_t *port)
{
    char host[NI_MAXHOST];
    socklen_t length;
    bool six = address->sa_family == AF_INET6;

    if (!six && address->sa_family != AF_INET)
        return -EADDRNOTAVAIL; /* not bound yet */
    length = six ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (getnameinfo(address, length, host, sizeof host, NULL, 0, NI_NUMERICHOST) != 0)
        return -EADDRNOTAVAIL;
    *port = ntohs(six ? ((const struct sockaddr_in6 *)address)->sin6_port
                      : ((const struct sockaddr_in *)address)->sin_port);
    snprintf(text, size, six ? "[%s]:%u" : "%s:%u", host, *port);
    return 0;
}
