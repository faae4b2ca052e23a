/* SPDX-License-Identifier: MIT */
/* The socket under a TLS link: OpenSSL's own writes without MSG_NOSIGNAL, and a signal would end us. */
#ifndef CSS_TLS_SOCKET_H
#define CSS_TLS_SOCKET_H

#include <openssl/bio.h>

/** css_tls_socket_method() - how css_tls_socket() is done; to be freed by BIO_meth_free(). NULL: no memory. */
BIO_METHOD *css_tls_socket_method(void);

/** css_tls_socket() - bytes of @fd, which stays the caller's. NULL: no memory. */
BIO *css_tls_socket(const BIO_METHOD *method, int fd);

#endif
