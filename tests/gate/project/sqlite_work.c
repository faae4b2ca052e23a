/* SPDX-License-Identifier: MIT */
/* A run of SQLite that is the same every time: a data base in memory is filled, read and changed. */
#include "sqlite3.h"

#include <stdio.h>
#include <stdlib.h>

#define ROWS  2000
#define READS 400
#define LISTS 8

static void run(sqlite3 *db, const char *sql)
{
	char *error = NULL;

	if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK) {
		fprintf(stderr, "%s: %s\n", sql, error);
		exit(EXIT_FAILURE);
	}
}

static void fill(sqlite3 *db)
{
	sqlite3_stmt *insert = NULL;

	run(db, "BEGIN");
	sqlite3_prepare_v2(db, "INSERT INTO item VALUES(?1, ?2, ?3)", -1, &insert, NULL);
	for (int i = 0; i < ROWS; i++) {
		char name[32];

		snprintf(name, sizeof(name), "item %d", i * 7919 % ROWS);
		sqlite3_bind_int(insert, 1, i);
		sqlite3_bind_text(insert, 2, name, -1, SQLITE_TRANSIENT);
		sqlite3_bind_int(insert, 3, i * 31 % 97);
		sqlite3_step(insert);
		sqlite3_reset(insert);
	}
	sqlite3_finalize(insert);
	run(db, "COMMIT");
}

static long read_names(sqlite3 *db)
{
	sqlite3_stmt *select = NULL;
	long sum = 0;

	sqlite3_prepare_v2(db, "SELECT id, kind FROM item WHERE name = ?1", -1, &select, NULL);
	for (int i = 0; i < READS; i++) {
		char name[32];

		snprintf(name, sizeof(name), "item %d", i * 13 % ROWS);
		sqlite3_bind_text(select, 1, name, -1, SQLITE_TRANSIENT);
		while (sqlite3_step(select) == SQLITE_ROW)
			sum += sqlite3_column_int(select, 0) + sqlite3_column_int(select, 1);
		sqlite3_reset(select);
	}
	sqlite3_finalize(select);
	return sum;
}

static long read_kinds(sqlite3 *db)
{
	sqlite3_stmt *select = NULL;
	long sum = 0;

	sqlite3_prepare_v2(db,
			   "SELECT kind, count(*), max(length(name)), sum(id) FROM item "
			   "WHERE name LIKE '%1%4%' OR name LIKE '%5%6%' OR name LIKE '%9%8%' "
			   "GROUP BY kind ORDER BY 4 DESC",
			   -1, &select, NULL);
	while (sqlite3_step(select) == SQLITE_ROW)
		for (int i = 0; i < 4; i++)
			sum += sqlite3_column_int(select, i);
	sqlite3_finalize(select);
	return sum;
}

int main(void)
{
	sqlite3 *db = NULL;
	long sum = 0;

	if (sqlite3_open(":memory:", &db) != SQLITE_OK)
		return EXIT_FAILURE;
	run(db, "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, kind INTEGER)");
	run(db, "CREATE INDEX item_name ON item(name)");
	fill(db);
	sum += read_names(db);
	for (int i = 0; i < LISTS; i++)
		sum += read_kinds(db);
	for (int i = 0; i < 4; i++) {
		char sql[96];

		sum += read_kinds(db);
		snprintf(sql, sizeof(sql), "UPDATE item SET name = 'new ' || name WHERE kind = %d",
			 i * 11);
		run(db, sql);
		snprintf(sql, sizeof(sql), "DELETE FROM item WHERE id %% 17 = %d", i);
		run(db, sql);
	}
	printf("%ld\n", sum);
	return sqlite3_close(db) == SQLITE_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
