/* SPDX-License-Identifier: MIT */
/*
 * One server at a time makes a Unix socket in a folder, or takes one away: between bind() and listen() a new socket
 * looks like one that a killed server left behind. The folder itself is locked (flock), so that no file is left.
 */
#ifndef CSS_SOCKET_TURN_H
#define CSS_SOCKET_TURN_H

#define CSS_SOCKET_TURN_S \
	10u /* chosen: others need a millisecond; one that is stopped holds up nobody for ever */

/**
 * css_socket_turn_begin() - waits until nobody else has the folder of @path.
 * @turn: for css_socket_turn_end(); -1 where folders cannot be locked or read, and nobody is waited for
 *
 * Return: 0, or -EWOULDBLOCK: somebody has it for CSS_SOCKET_TURN_S already.
 */
int css_socket_turn_begin(const char *path, int *turn);
void css_socket_turn_end(int turn);

#endif
