/* SPDX-License-Identifier: MIT */
/*
 * A client of `callsight serve`. The first byte of the input says how it speaks: as the bytes that follow are, or, bit
 * 0, a hello and then messages whose numbers and checksums are right, each a byte of type, one of flags and process, two
 * of length, and its body; bit 1, in the other byte order; bit 2, once more to another server on the same folder;
 * bits 3 to 5, in which pieces. Afterwards every block file holds whole blocks, those of a lane in order, each once.
 */
#include <dirent.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "block_check.h"
#include "block_files.h"
#include "folder_file.h"
#include "fuzz_folder.h"
#include "fuzz_input.h"
#include "live_file.h"
#include "test_files.h"
#include "wire_player.h"

enum { SCRIPT = 1, FOREIGN = 2, AGAIN = 4 };

static void must(bool is_well)
{
	if (!is_well)
		abort();
}

static void read_script(struct t_wire *wire, const uint8_t *data, size_t size)
{
	t_wire_hello(wire, 1);
	while (size >= 4) {
		size_t length = data[2] | (size_t)data[3] << 8;

		if (length > size - 4)
			length = size - 4;
		wire->level = data[1] >> 7;
		t_wire_message(wire, data[0], data[1] & 0xfu, data + 4, length);
		data += 4 + length;
		size -= 4 + length;
	}
}

static void talk(struct t_server *server, uint8_t how, const uint8_t *data, size_t size)
{
	static const size_t pieces[] = { SIZE_MAX, 1, 7, 24, 64, 576, 4096, 65536 };
	struct t_client client;
	struct t_wire wire;

	t_wire_init(&wire, how & FOREIGN);
	if (how & SCRIPT)
		read_script(&wire, data, size);
	else
		t_wire_add(&wire, data, size);
	if (wire.count >= sizeof(struct csf_wire_hello)) {
		struct csf_wire_hello hello;

		memcpy(&hello, wire.bytes, sizeof(hello));
		wire.is_foreign = hello.byte_order == __builtin_bswap32(CSF_WIRE_ORDER);
	}
	t_client_open(&client, server);
	if (t_client_say(&client, &wire, pieces[how >> 3 & 7]) < 0)
		must(client.err.msg[0] && !strchr(client.err.msg, '\n'));
	t_client_close(&client);
	t_wire_release(&wire);
	must(server->store.processes == 0 && server->store.budget.memory_bytes == 0);
	must(server->store.sessions == NULL);
}

/* Return: false: it is not a file of this byte order. */
static bool check_blocks(int fd, bool is_foreign, struct css_lane_table *lanes)
{
	uint64_t size = css_file_bytes(fd);
	uint64_t at = 0;

	while (at < size) {
		struct css_block_facts facts;
		char header[CSF_BLOCK_HEADER_BYTES];

		must(css_file_read_at(fd, header, sizeof(header), at) == sizeof(header));
		if (css_block_facts(&facts, header, sizeof(header), is_foreign, NULL) < 0)
			return false;
		must(facts.used_bytes <= size - at);
		must(!css_lanes_has(lanes, facts.key, facts.sequence));
		must(css_lanes_set(lanes, facts.key, facts.sequence) == 0);
		at += facts.used_bytes;
	}
	return true;
}

static void check_process(int dir_fd)
{
	bool is_right = false;
	struct css_live_file live;
	int fd = css_file_open(dir_fd, "blocks-0.0.cst", 0);

	for (int is_foreign = 0; is_foreign < 2 && fd >= 0 && !is_right; is_foreign++) {
		struct css_lane_table lanes;

		css_lanes_init(&lanes);
		is_right = check_blocks(fd, is_foreign, &lanes);
		css_lanes_release(&lanes);
	}
	must(fd < 0 || is_right);
	css_close(fd);
	must(css_live_open(&live, dir_fd, false) == 0);
	css_live_close(&live);
}

static void check_folder(const struct t_server *server)
{
	int peer_fd = css_dir_open(server->store.dir_fd, "peer");
	char *path = t_path(server->dir, "peer");
	DIR *dir = peer_fd < 0 ? NULL : opendir(path);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		int fd;

		if (entry->d_name[0] == '.')
			continue;
		fd = css_dir_open(peer_fd, entry->d_name);
		must(fd >= 0);
		check_process(fd);
		css_close(fd);
	}
	if (dir)
		closedir(dir);
	css_close(peer_fd);
	free(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct t_server server = { .store.dir_fd = -1 };
	char dir[512];

	if (size == 0)
		return 0;
	snprintf(dir, sizeof(dir), "%s", fuzz_folder());
	server.dir = dir;
	t_server_reopen(&server);
	talk(&server, data[0], data + 1, size - 1);
	if (data[0] & AGAIN) {
		t_server_reopen(&server);
		talk(&server, data[0], data + 1, size - 1);
	}
	check_folder(&server);
	css_store_close(&server.store);
	fuzz_folder_clear(dir);
	return 0;
}
