/* SPDX-License-Identifier: Apache-2.0 */
/*
 * frame.h - Ethernet, IPv4 and UDP headers of generated frames, and the command line values that
 * describe them.
 */
#ifndef RINGTAIL_FRAME_H
#define RINGTAIL_FRAME_H

#include <netinet/in.h>
#include <stdint.h>

struct address {
	uint8_t source_mac[6];
	uint8_t mac[6];
	struct in_addr source_ip;
	struct in_addr ip;
};

/* Parses aa:bb:cc:dd:ee:ff; false when it is not one. */
int frame_parse_mac(const char *text, uint8_t mac[6]);

/* The hardware address of an interface; false when there is no such interface. */
int frame_mac_of(const char *interface, uint8_t mac[6]);

/*
 * Writes the headers of a frame of length bytes without checksum of the frame. The UDP checksum
 * is 0, which means none, since the payload changes from frame to frame.
 */
void frame_headers(uint8_t *frame, int length, const struct address *address, uint16_t source_port,
		   uint16_t port);

#endif
