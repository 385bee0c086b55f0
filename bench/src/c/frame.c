// SPDX-License-Identifier: Apache-2.0
#include "frame.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

int frame_parse_mac(const char *text, uint8_t mac[6])
{
	char rest;

	return sscanf(text, "%hhx:%hhx:%hhx:%hhx:%hhx:%hhx%c", mac, mac + 1, mac + 2, mac + 3,
		      mac + 4, mac + 5, &rest) == 6;
}

int frame_mac_of(const char *interface, uint8_t mac[6])
{
	struct ifreq request = {0};
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	int failed;

	strncpy(request.ifr_name, interface, IFNAMSIZ - 1);
	failed = fd < 0 || ioctl(fd, SIOCGIFHWADDR, &request);
	if (fd >= 0)
		close(fd);
	memcpy(mac, request.ifr_hwaddr.sa_data, 6);
	return !failed;
}

static void put16(uint8_t *at, uint16_t value)
{
	at[0] = value >> 8;
	at[1] = value;
}

static uint16_t checksum(const uint8_t *header, int length)
{
	uint32_t sum = 0;

	for (int i = 0; i < length; i += 2)
		sum += header[i] << 8 | header[i + 1];
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return ~sum;
}

void frame_headers(uint8_t *frame, int length, const struct address *address, uint16_t source_port,
		   uint16_t port)
{
	static const uint8_t ipv4_udp[] = {0x08, 0x00, 0x45, 0x00};
	uint8_t *ip = frame + 14, *udp = frame + 34;

	memcpy(frame, address->mac, 6);
	memcpy(frame + 6, address->source_mac, 6);
	memcpy(frame + 12, ipv4_udp, sizeof(ipv4_udp));
	put16(ip + 2, length - 14);
	memset(ip + 4, 0, 8);
	ip[8] = 64;
	ip[9] = IPPROTO_UDP;
	memcpy(ip + 12, &address->source_ip, 4);
	memcpy(ip + 16, &address->ip, 4);
	put16(ip + 10, checksum(ip, 20));
	put16(udp, source_port);
	put16(udp + 2, port);
	put16(udp + 4, length - 34);
	put16(udp + 6, 0);
}
