/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* getline, O_CLOEXEC, strdup */
#include "traced_process.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hook_check.h"

#define RING_FOLDER "/dev/shm"

/* What was seen among the mapped files that have the name of ours. */
struct search {
	struct csa_traced_process *process;
	unsigned inner_pid; /* the number that the process has for itself, in its PID namespace */
	char *path;         /* of the mapping that is looked at */
	char removed[256];  /* a capture whose folder is gone */
	unsigned foreign;   /* process whose capture was inherited by fork */
	struct csa_err why; /* what kept the last one from being used */
};

static bool is_same_user(unsigned pid, char *owner, size_t bytes)
{
	char path[64];
	struct stat status;
	const struct passwd *user;

	snprintf(path, sizeof(path), "/proc/%u", pid);
	if (stat(path, &status) != 0)
		return true;
	user = getpwuid(status.st_uid);
	snprintf(owner, bytes, "%s%s%u", user ? user->pw_name : "", user ? ", user " : "user ",
		 (unsigned)status.st_uid);
	return status.st_uid == geteuid();
}

static int refuse_open(unsigned pid, int reason, struct csa_err *err)
{
	char owner[100] = "";

	if (reason == ENOENT || reason == ESRCH)
		return csa_fail(err, CSA_E_ABSENT, "no process %u", pid);
	if ((reason == EACCES || reason == EPERM) && !is_same_user(pid, owner, sizeof(owner)))
		return csa_fail(err, CSA_E_SYSTEM,
				"process %u belongs to %s; only that user and root may control it",
				pid, owner);
	return csa_fail(err, CSA_E_SYSTEM, "process %u cannot be looked into: %s", pid,
			strerror(reason));
}

/* The process that @pid is a thread of, its own number for itself, whether it has ended. */
static int read_status(struct search *s, unsigned pid, struct csa_err *err)
{
	char path[64];
	char *line = NULL;
	size_t capacity = 0;
	unsigned process = pid;
	char state = '?';
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%u/status", pid);
	file = fopen(path, "re");
	if (!file)
		return refuse_open(pid, errno, err);
	s->inner_pid = pid;
	while (getline(&line, &capacity, file) >= 0) {
		const char *last = strrchr(line, '\t');

		if (strncmp(line, "NSpid:", 6) == 0 && last)
			s->inner_pid = (unsigned)strtoul(last + 1, NULL, 10);
		if (strncmp(line, "Tgid:", 5) == 0 && last)
			process = (unsigned)strtoul(last + 1, NULL, 10);
		if (strncmp(line, "State:", 6) == 0 && last)
			state = last[1];
	}
	free(line);
	fclose(file);
	if (process != pid)
		return csa_fail(err, CSA_E_ABSENT, "%u is a thread of process %u", pid, process);
	if (state == 'Z' || state == 'X')
		return csa_fail(err, CSA_E_ABSENT, "process %u has ended", pid);
	return 0;
}

/* A path of the process: its root can be another one. */
static int open_there(const struct search *s, struct stat *status, char **path)
{
	int fd = open(s->path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);

	*path = fd >= 0 ? strdup(s->path) : NULL;
	if (fd < 0) {
		if (asprintf(path, "/proc/%u/root%s", s->process->pid, s->path) < 0) {
			*path = NULL;
			return -1;
		}
		fd = open(*path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	}
	if (fd >= 0 && (fstat(fd, status) != 0 || !S_ISREG(status->st_mode) || !*path)) {
		close(fd);
		errno = EINVAL;
		fd = -1;
	}
	return fd;
}

static int check(struct search *s, const struct csf_live *live, struct csa_err *err)
{
	if (live->magic != CSF_LIVE_MAGIC || live->version != CSF_VERSION)
		return csa_fail(err, CSA_E_FORMAT, "%s: not a live.cst of this version", s->path);
	if (live->pid != s->process->pid && live->pid != s->inner_pid) {
		s->foreign = live->pid;
		return CSA_E_ABSENT;
	}
	if (!live->control)
		return csa_fail(
			err, CSA_E_UNSUPPORTED,
			"%s: the runtime in the program is older than this command and does "
			"not look at requests",
			s->path);
	return 0;
}

static int map(struct search *s, int fd, const struct stat *status, struct csa_err *err)
{
	struct csf_live *live;
	int rc;

	if (status->st_size < (off_t)CSF_LIVE_HEADER_BYTES)
		return csa_fail(err, CSA_E_FORMAT, "%s: shorter than its header", s->path);
	live = mmap(NULL, CSF_LIVE_HEADER_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (live == MAP_FAILED)
		return csa_fail(err, CSA_E_IO, "%s: %s", s->path, strerror(errno));
	rc = check(s, live, err);
	if (rc < 0)
		munmap(live, CSF_LIVE_HEADER_BYTES);
	else
		s->process->live = live;
	return rc;
}

/* Sets s->process->live when it is the one. */
static void try_path(struct search *s, unsigned long long inode)
{
	struct stat status;
	char *path;
	int fd = open_there(s, &status, &path);

	s->why = (struct csa_err){ 0 };
	if (fd < 0) {
		csa_fail(&s->why, CSA_E_IO, "%s: %s", s->path, strerror(errno));
	} else if (status.st_ino != inode) {
		csa_fail(&s->why, CSA_E_ABSENT, "%s is not the file that the process has mapped",
			 s->path);
	} else if (map(s, fd, &status, &s->why) == 0) {
		*strrchr(path, '/') = '\0';
		s->process->dir = path;
		path = NULL;
	}
	if (fd >= 0)
		close(fd);
	free(path);
}

/* Of a ring s->process->live lies in its entry. */
static void try_ring(struct search *s, unsigned long long inode)
{
	struct csa_traced_process *process = s->process;
	struct stat status;
	char *path;
	int fd = open_there(s, &status, &path);
	int rc = 0;

	if (fd >= 0 && status.st_ino == inode)
		rc = csa_traced_ring_map(&process->ring, fd, s->inner_pid);
	if (rc < 0)
		csa_fail(&s->why, CSA_E_IO, "%s: %s", s->path, strerror(-rc));
	if (rc > 0 && check(s, &process->ring.entry->live, &s->why) == 0)
		process->name = strdup(s->path + strlen(RING_FOLDER));
	if (process->name)
		process->live = &process->ring.entry->live;
	else
		csa_traced_ring_unmap(&process->ring);
	if (fd >= 0)
		close(fd);
	free(path);
}

/* @line: of /proc/<pid>/maps, proc(5) */
static void take_line(struct search *s, char *line)
{
	static const char name[] = "/live.cst";
	static const char gone[] = " (deleted)";
	char *field = line;
	unsigned long long inode;
	size_t length;

	line[strcspn(line, "\n")] = '\0';
	/* range, rights, offset, device, inode, path */
	for (unsigned i = 0; i < 4 && *field; i++) {
		field += strcspn(field, " ");
		field += strspn(field, " ");
	}
	inode = strtoull(field, &s->path, 10);
	s->path += strspn(s->path, " ");
	if (*s->path != '/')
		return;
	length = strlen(s->path);
	if (length > sizeof(gone) && strcmp(s->path + length - sizeof(gone) + 1, gone) == 0) {
		s->path[length -= sizeof(gone) - 1] = '\0';
		if (length > sizeof(name) && strcmp(s->path + length - sizeof(name) + 1, name) == 0)
			snprintf(s->removed, sizeof(s->removed), "%s", s->path);
		return;
	}
	if (length >= sizeof(name) && strcmp(s->path + length - sizeof(name) + 1, name) == 0)
		try_path(s, inode);
	else if (strncmp(s->path, RING_FOLDER "/", sizeof(RING_FOLDER)) == 0)
		try_ring(s, inode);
}

static int explain(const struct search *s, struct csa_err *err)
{
	unsigned pid = s->process->pid;
	char path[64];
	char program[4096] = "?";
	enum csa_hook_state state;
	ssize_t length;

	if (s->removed[0])
		return csa_fail(err, CSA_E_ABSENT,
				"process %u is traced, but its capture was removed: %s", pid,
				s->removed);
	if (s->why.code)
		return csa_fail(err, s->why.code, "%s", s->why.msg);
	if (s->foreign)
		return csa_fail(
			err, CSA_E_ABSENT,
			"process %u has called no function with a hook since it was forked by "
			"process %u: it has no capture yet",
			pid, s->foreign);
	snprintf(path, sizeof(path), "/proc/%u/exe", pid);
	length = readlink(path, program, sizeof(program) - 1);
	if (length > 0)
		program[length] = '\0';
	state = csa_hook_check(path, NULL);
	return csa_fail(
		err, CSA_E_ABSENT, "process %u is not traced: %s %s", pid, program,
		state == CSA_HOOKS_NO_RUNTIME
			? "has no hooks; build it with callsight_instrument() and "
			  "CALLSIGHT_INSTRUMENT=ON"
		: state == CSA_HOOKS_NO_CALLS
			? "has the runtime, but none of its functions is selected"
			: "was not started with TRACE_ENABLE=1, or has called no function with a "
			  "hook yet");
}

int csa_traced_open(struct csa_traced_process *process, unsigned pid, struct csa_err *err)
{
	struct search s = { .process = process };
	char path[64];
	char *line = NULL;
	size_t capacity = 0;
	FILE *maps;
	int rc;

	*process = (struct csa_traced_process){ .pid = pid };
	rc = read_status(&s, pid, err);
	if (rc < 0)
		return rc;
	snprintf(path, sizeof(path), "/proc/%u/maps", pid);
	errno = 0;
	maps = fopen(path, "re");
	if (!maps)
		return refuse_open(pid, errno, err);
	while (!process->live && getline(&line, &capacity, maps) >= 0)
		take_line(&s, line);
	rc = ferror(maps) ? errno : 0;
	free(line);
	fclose(maps);
	if (process->live)
		return 0;
	return rc ? refuse_open(pid, rc, err) : explain(&s, err);
}

void csa_traced_close(struct csa_traced_process *process)
{
	if (process->ring.base)
		csa_traced_ring_unmap(&process->ring);
	else if (process->live)
		munmap(process->live, CSF_LIVE_HEADER_BYTES);
	free(process->dir);
	free(process->name);
	*process = (struct csa_traced_process){ 0 };
}

bool csa_traced_is_pausing(const struct csa_traced_process *process)
{
	return __atomic_load_n(&process->live->request, __ATOMIC_RELAXED) & CSF_REQUEST_PAUSE;
}

bool csa_traced_pause(struct csa_traced_process *process, bool wanted)
{
	uint32_t before;

	if (wanted)
		before = __atomic_fetch_or(&process->live->request, (uint32_t)CSF_REQUEST_PAUSE,
					   __ATOMIC_SEQ_CST);
	else
		before = __atomic_fetch_and(&process->live->request, ~(uint32_t)CSF_REQUEST_PAUSE,
					    __ATOMIC_SEQ_CST);
	return wanted != (bool)(before & CSF_REQUEST_PAUSE);
}
