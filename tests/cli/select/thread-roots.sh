# SPDX-License-Identifier: MIT
# What threads begin with, through a wrapper and as a lambda too; with --function what that reaches.
mkdir src
cat >src/a.c <<'EOF'
static void *reader(void *arg) { return arg; }
static void *writer(void *arg) { return arg; }
static void *not_a_thread(void *arg) { return arg; }
static int start(void *(*entry)(void *)) { return pthread_create(&id, NULL, entry, NULL); }
int listen_all(void) { return start(reader); }
int write_all(void) { keep(not_a_thread); return pthread_create(&id, NULL, &writer, NULL); }
EOF
cat >src/b.cpp <<'EOF'
struct Pool { void loop(); };
void Pool::loop() {}
void run(Pool *pool) {
  std::thread first(&Pool::loop, pool);
  std::thread second([pool] { pool->loop(); });
}
EOF
callsight select --ctags '' --threads src
echo '-- of write_all'; callsight select --ctags '' --threads --function write_all src
echo '-- of run'; callsight select --ctags '' --function run -t src
echo '-- none'; callsight select --ctags '' --function Pool::loop --threads src
callsight select --threads; echo "status $?"
callsight select --threads --why reader src; echo "status $?"
