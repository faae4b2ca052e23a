// SPDX-License-Identifier: MIT
// Fills a database, reads it back and prints what it found: fill FOLDER COUNT.
// The same output and the same number of calls from this thread in every run.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "leveldb/db.h"
#include "leveldb/write_batch.h"

namespace
{

std::string key_of(int number)
{
	char text[32];

	std::snprintf(text, sizeof(text), "key%08d", number * 7919 % 1000003);
	return text;
}

std::string value_of(int number)
{
	std::size_t size = 50 + static_cast<std::size_t>(number % 100);

	return std::string(size, static_cast<char>('a' + number % 26));
}

void check(const leveldb::Status &status)
{
	if (!status.ok()) {
		std::fprintf(stderr, "fill: %s\n", status.ToString().c_str());
		std::exit(1);
	}
}

void write_all(leveldb::DB *db, int count)
{
	for (int number = 0; number < count; number += 10) {
		leveldb::WriteBatch batch;

		for (int i = number; i < number + 10 && i < count; i++)
			batch.Put(key_of(i), value_of(i));
		check(db->Write(leveldb::WriteOptions(), &batch));
	}
	for (int number = 0; number < count; number += 5)
		check(db->Delete(leveldb::WriteOptions(), key_of(number)));
}

void read_all(leveldb::DB *db, int count)
{
	int found = 0;
	int absent = 0;
	std::size_t bytes = 0;
	std::string value;

	for (int number = 0; number < count; number++) {
		leveldb::Status status = db->Get(leveldb::ReadOptions(), key_of(number), &value);

		if (status.IsNotFound()) {
			absent++;
			continue;
		}
		check(status);
		found++;
		bytes += value.size();
	}
	std::printf("found %d absent %d bytes %zu\n", found, absent, bytes);
}

void walk(leveldb::DB *db)
{
	std::unique_ptr<leveldb::Iterator> it(db->NewIterator(leveldb::ReadOptions()));
	unsigned sum = 0;
	int entries = 0;

	for (it->SeekToFirst(); it->Valid(); it->Next()) {
		for (char letter : it->key().ToString() + it->value().ToString())
			sum = sum * 31 + static_cast<unsigned char>(letter);
		entries++;
	}
	check(it->status());
	std::printf("walked %d sum %08x\n", entries, sum);
}

} // namespace

int main(int argc, char **argv)
{
	leveldb::Options options;
	leveldb::DB *opened = nullptr;
	int count = argc == 3 ? std::atoi(argv[2]) : 0;

	if (count <= 0) {
		std::fprintf(stderr, "usage: fill FOLDER COUNT\n");
		return 2;
	}
	options.create_if_missing = true;
	options.write_buffer_size = 64 * 1024;
	check(leveldb::DB::Open(options, argv[1], &opened));
	std::unique_ptr<leveldb::DB> db(opened);
	write_all(db.get(), count);
	read_all(db.get(), count);
	walk(db.get());
	return 0;
}
