/*
 * swapload: drives one run of a swap workload on the kernel it runs on, measures it, and appends what it measured to
 * runs.csv, windows.csv, hits.csv, per_thread.csv and layout.csv. It is meant for a throw-away guest and wants root.
 *
 *   swapload check KEY=VALUE... ACTOR...  says what is wrong with a run, without doing it
 *   swapload probe                        places the kprobes that see the windows; says what it could not place
 *   swapload swapon DEVICE                with the priority that all areas of the runs have
 *   swapload run KEY=VALUE... ACTOR...    one run; the keys and actors stand in docs/record-your-own.md
 *
 * The parent stays in the root group. The processes of the workload move to the group "t" before they allocate, so that
 * only they are reclaimed. All measuring is done by the parent.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef __x86_64__
#error "the probes are found in x86-64 code; on another machine the windows cannot be recorded"
#endif

#define GROUP "/sys/fs/cgroup/t/"
#define TRACING "/sys/kernel/tracing/"
#define EVENTS TRACING "events/faultline/"
#define ZSWAP "/sys/module/zswap/parameters/"
#define ZSWAP_DEBUG "/sys/kernel/debug/zswap/"

enum {
  PAGE = 4096,
  WORDS = PAGE / 8,
  MOST_ACTORS = 6,       /* runs.csv has a layout column for each */
  MOST_EXTENTS = 3000,   /* an actor in layout.csv */
  MOST_KEYS = 64,        /* different windows or hits of one task */
  PRIMER_PAGES = 256,
  STACK = 65536,
  PRIORITY = 5,
  VMSTAT = 65536,
};

static const uint64_t MIB = 1 << 20;

static void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

static void fail(const char *format, ...)
{
  va_list rest;
  va_start(rest, format);
  fprintf(stderr, "swapload: ");
  vfprintf(stderr, format, rest);
  fprintf(stderr, "\n");
  va_end(rest);
  fflush(stderr);
  _exit(1);
}

/* Memory that is large is taken when it is needed: the workload's processes would lock what they inherit of it. */
static void *allocate(size_t size)
{
  void *memory = calloc(1, size);
  if (!memory)
    fail("no memory");
  return memory;
}

/* --- files of the kernel ------------------------------------------------------------------------------------------ */

/* Reads a file into text, at most size - 1 bytes; false, and an empty text, if it cannot be read. */
static bool slurp(const char *path, char *text, size_t size)
{
  size_t length = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  text[0] = 0;
  if (fd < 0)
    return false;
  while (length < size - 1) {
    ssize_t got = read(fd, text + length, size - 1 - length);
    if (got <= 0)
      break;
    length += got;
  }
  close(fd);
  text[length] = 0;
  return length > 0;
}

/* The same for one that is a word or a line; empty if there is no such file. */
static const char *word(const char *path)
{
  static char texts[8][256];
  static int next;
  char *text = texts[next++ % 8];
  slurp(path, text, sizeof texts[0]);
  text[strcspn(text, "\n")] = 0;
  return text;
}

static long long number(const char *path)
{
  return atoll(word(path));
}

/* Writes a text with one call, as these files want it; 0, or the error. */
static int put(const char *path, const char *text)
{
  int error = 0;
  int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0)
    return errno;
  if (write(fd, text, strlen(text)) < 0)
    error = errno;
  close(fd);
  return error;
}

/* A counter in lines such as those of /proc/vmstat; -1 if it is not among them. */
static long long counter(const char *lines, const char *name)
{
  size_t length = strlen(name);
  for (const char *line = lines; line && *line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (!strncmp(line, name, length) && line[length] == ' ')
      return atoll(line + length);
  }
  return -1;
}

static uint64_t now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ull + time.tv_nsec;
}

/* --- where the kernel computes its windows ------------------------------------------------------------------------ */

/*
 * The functions that decide are inlined, so there is no symbol to probe. But each ends by storing its window: the one
 * for cluster readahead in the variable last_readahead_pages, whose address is known, and the one for a VMA in
 * vma->swap_readahead_info, whose offset is. So the code of the functions around is searched for these stores, and the
 * probe is put on the store itself, where the register it stores has the window. A store that was found by chance would
 * have to have the very address; and the kernel refuses a probe that is not on an instruction.
 */

static const char *const REGISTERS[16] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di",
                                          "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"};
static const char *const FUNCTIONS[] = {"swapin_nr_pages", "swap_cluster_readahead", "swapin_readahead",
                                        "swap_vma_readahead", "swap_ra_info", "swap_vma_ra_win"};

struct symbol {
  uint64_t address;
  uint64_t end;
};

/* Whether a symbol is the one of that name, or one that the compiler made of it (name.isra.0, name.123). */
static bool is_of(const char *symbol, const char *name)
{
  size_t length = strlen(name);
  return !strncmp(symbol, name, length) && (symbol[length] == 0 || symbol[length] == '.');
}

/* Finds all symbols of a name; their ends are where the next symbol begins. */
static int find_symbols(const char *name, struct symbol *found, int most)
{
  char line[512], symbol[256], type;
  unsigned long long address;
  int n = 0;
  for (int pass = 0; pass < 2; pass++) {
    FILE *file = fopen("/proc/kallsyms", "re");
    if (!file)
      fail("cannot read /proc/kallsyms: the kernel needs CONFIG_KALLSYMS");
    while (fgets(line, sizeof line, file)) {
      if (sscanf(line, "%llx %c %255s", &address, &type, symbol) != 3 || address == 0)
        continue;
      if (pass == 0 && n < most && is_of(symbol, name))
        found[n++] = (struct symbol){address, UINT64_MAX};
      for (int i = 0; pass == 1 && i < n; i++)
        if (address > found[i].address && address < found[i].end)
          found[i].end = address;
    }
    fclose(file);
  }
  return n;
}

/* Reads the kernel's memory by way of /proc/kcore; false if it has none at that address. */
static bool read_kernel(uint64_t address, unsigned char *bytes, size_t size)
{
  struct {
    unsigned char ident[16];
    uint16_t type, machine;
    uint32_t version;
    uint64_t entry, phoff, shoff;
    uint32_t flags;
    uint16_t ehsize, phentsize, phnum;
  } header;
  struct {
    uint32_t type, flags;
    uint64_t offset, vaddr, paddr, filesz, memsz, align;
  } segment;
  bool done = false;
  int fd = open("/proc/kcore", O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  if (pread(fd, &header, sizeof header, 0) == sizeof header) {
    for (int i = 0; i < header.phnum && !done; i++) {
      off_t at = header.phoff + (off_t)i * header.phentsize;
      if (pread(fd, &segment, sizeof segment, at) != sizeof segment)
        break;
      if (segment.type == 1 && address >= segment.vaddr && address + size <= segment.vaddr + segment.memsz)
        done = pread(fd, bytes, size, segment.offset + (address - segment.vaddr)) == (ssize_t)size;
    }
  }
  close(fd);
  return done;
}

/* The offset of a member of a structure, from the kernel's own description of its types (BTF); -1 without it. */
static long member_offset(const char *structure, const char *member)
{
  enum { INT = 1, ARRAY = 3, STRUCT, UNION, ENUM, FUNC_PROTO = 13, VAR, DATASEC, DECL_TAG = 17, ENUM64 = 19 };
  size_t capacity = 64 * MIB, size = 0;
  uint32_t *all = malloc(capacity);
  int fd = open("/sys/kernel/btf/vmlinux", O_RDONLY | O_CLOEXEC);
  long offset = -1;
  if (!all || fd < 0)
    return -1;
  for (ssize_t got; (got = read(fd, (char *)all + size, capacity - size)) > 0;)
    size += got;
  close(fd);
  if (size < 24 || (all[0] & 0xffff) != 0xeb9f)
    return -1;
  uint32_t header_length = all[1];
  const char *strings = (const char *)all + header_length + all[4];
  const uint32_t *type = all + (header_length + all[2]) / 4;
  const uint32_t *end = type + all[3] / 4;
  while (type + 3 <= end && offset < 0) {
    uint32_t kind = type[1] >> 24 & 0x1f, n = type[1] & 0xffff;
    bool bitfields = type[1] >> 31;
    if (kind == STRUCT && !strcmp(strings + type[0], structure)) {
      for (uint32_t i = 0; i < n; i++)
        if (!strcmp(strings + type[3 + 3 * i], member))
          offset = (bitfields ? type[5 + 3 * i] & 0xffffff : type[5 + 3 * i]) / 8;
    }
    type += 3;
    switch (kind) {
    case INT: case VAR: case DECL_TAG: type += 1; break;
    case ARRAY: type += 3; break;
    case STRUCT: case UNION: case DATASEC: case ENUM64: type += 3 * n; break;
    case ENUM: case FUNC_PROTO: type += 2 * n; break;
    default: break;
    }
  }
  free(all);
  return offset;
}

/* Places a probe and has its events counted by task and, if there is a key, by that. */
static bool place(const char *name, uint64_t address, const char *fetch, const char *key)
{
  char text[256], path[256];
  snprintf(text, sizeof text, "p:faultline/%s 0x%llx %s", name, (unsigned long long)address, fetch);
  if (put(TRACING "kprobe_events", text))
    return false;
  snprintf(path, sizeof path, EVENTS "%s/trigger", name);
  snprintf(text, sizeof text, "hist:keys=common_pid%s%s:size=2048", *key ? "," : "", key);
  int error = put(path, text);
  if (error)
    fail("cannot count the events of %s (%s): the kernel needs CONFIG_HIST_TRIGGERS", name, strerror(error));
  return true;
}

static int32_t signed32(const unsigned char *bytes)
{
  int32_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

/* Looks for `mov %reg,variable(%rip)` (0x89) or `xchg %reg,variable(%rip)` (0x87) and probes the register. */
static int probe_variable(struct symbol function, const unsigned char *code, unsigned char opcode, uint64_t variable,
                          const char *name, const char *key, int placed)
{
  size_t size = function.end - function.address;
  for (size_t i = 0; i + 7 <= size; i++) {
    bool prefix = (code[i] & 0xfb) == 0x40;
    size_t at = i + prefix;
    if (code[at] != opcode || (code[at + 1] & 0xc7) != 0x05)
      continue;
    size_t next = at + 6;
    if (function.address + next + signed32(code + at + 2) != variable)
      continue;
    char full[64], fetch[64];
    const char *reg = REGISTERS[(code[at + 1] >> 3 & 7) + (code[i] == 0x44 ? 8 : 0)];
    snprintf(full, sizeof full, "%s%d", name, placed);
    snprintf(fetch, sizeof fetch, "%s=%%%s:u32", key, reg);
    if (place(full, function.address + (opcode == 0x87 ? next : i), fetch, key))
      placed++;
    else
      fprintf(stderr, "swapload: the kernel refuses a probe on %s\n", name);
    i = next - 1;
  }
  return placed;
}

/* Looks for `mov %reg,offset(%vma)`; the word that is stored has the window in the bits 6 to 11. */
static int probe_member(struct symbol function, const unsigned char *code, long offset, int placed)
{
  size_t size = function.end - function.address;
  for (size_t i = 0; i + 8 <= size; i++) {
    unsigned char rex = code[i], mod = code[i + 2] >> 6, base = code[i + 2] & 7;
    if ((rex & 0xf8) != 0x48 || code[i + 1] != 0x89 || (base == 4 && !(rex & 1)))
      continue; /* the base would be the stack */
    const unsigned char *displacement = code + i + 3 + (base == 4);
    if (!(mod == 2 && signed32(displacement) == offset) && !(mod == 1 && (signed char)*displacement == offset))
      continue;
    char name[64], fetch[64];
    snprintf(name, sizeof name, "vma_window%d", placed);
    snprintf(fetch, sizeof fetch, "window=%%%s:b6@6/64", REGISTERS[(code[i + 2] >> 3 & 7) + (rex & 4 ? 8 : 0)]);
    placed += place(name, function.address + i, fetch, "window");
  }
  return placed;
}

static int probe(void)
{
  struct symbol variables[4], functions[8];
  int cluster_windows = 0, cluster_hits = 0, vma_windows = 0;
  long offset = member_offset("vm_area_struct", "swap_readahead_info");
  uint64_t window = find_symbols("last_readahead_pages", variables, 4) == 1 ? variables[0].address : 0;
  uint64_t hits = find_symbols("swapin_readahead_hits", variables, 4) == 1 ? variables[0].address : 0;
  if (access(TRACING "kprobe_events", W_OK))
    fail("no windows: the kernel needs CONFIG_KPROBE_EVENTS");
  if (find_symbols("swapin_readahead", functions, 1) == 0)
    fail("no windows: the kernel has no swapin_readahead in /proc/kallsyms");
  if (!place("call", functions[0].address, "", ""))
    fail("no windows: the kernel refuses a probe on swapin_readahead");
  for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
    int n = find_symbols(FUNCTIONS[i], functions, 8);
    for (int j = 0; j < n; j++) {
      size_t size = functions[j].end - functions[j].address;
      unsigned char *code = size < MIB ? calloc(1, size + 16) : NULL;
      if (code && read_kernel(functions[j].address, code, size)) {
        if (window)
          cluster_windows = probe_variable(functions[j], code, 0x89, window, "cluster_window", "window",
                                           cluster_windows);
        if (hits)
          cluster_hits = probe_variable(functions[j], code, 0x87, hits, "cluster_hits", "hits", cluster_hits);
        if (offset > 0)
          vma_windows = probe_member(functions[j], code, offset, vma_windows);
      }
      free(code);
    }
  }
  /* swapin_readahead(entry, gfp_mask, vmf): vmf begins with vma, and the word's lowest six bits are the hits */
  if (vma_windows > 0) {
    char fetch[128], path[256];
    struct symbol entry;
    find_symbols("swapin_readahead", &entry, 1);
    snprintf(fetch, sizeof fetch, "word=+%ld(+0(%%dx)):u64 hits=+%ld(+0(%%dx)):b6@0/64", offset, offset);
    snprintf(path, sizeof path, "p:faultline/vma_hits 0x%llx %s", (unsigned long long)entry.address, fetch);
    if (put(TRACING "kprobe_events", path)
        || put(EVENTS "vma_hits/trigger", "hist:keys=common_pid,hits:size=2048 if word != 0"))
      fprintf(stderr, "swapload: the hits of VMA readahead cannot be seen\n");
  }
  if (!cluster_windows)
    fprintf(stderr, "swapload: the windows of cluster readahead cannot be seen (CONFIG_KALLSYMS_ALL and"
                    " CONFIG_PROC_KCORE are needed)\n");
  if (!vma_windows)
    fprintf(stderr, "swapload: the windows of VMA readahead cannot be seen (CONFIG_DEBUG_INFO_BTF and"
                    " CONFIG_PROC_KCORE are needed)\n");
  fprintf(stderr, "swapload: probes: %d on cluster windows, %d on cluster hits, %d on VMA windows\n",
          cluster_windows, cluster_hits, vma_windows);
  return 0;
}

/* --- the workload ------------------------------------------------------------------------------------------------- */

enum pattern { SEQUENTIAL, REVERSE, STRIDED, RANDOM };
enum start { UNKNOWN, HOT, COLD };

struct actor {
  char name[16];
  enum pattern pattern;
  bool write;
  uint64_t accesses, seed, think, stride;
  /* what came of it */
  int tid, pid;
  uint64_t base, started, ended, bad;
  long major_faults, minor_faults;
  char vmstat[16384]; /* at its end */
};

/* Shared by all processes. */
struct run {
  pthread_barrier_t written, primer, release, finished, leave;
  sem_t turn[MOST_ACTORS + 1];
  struct actor actors[MOST_ACTORS];
  int n;
  uint64_t pages, limit;
  bool compressible, parallel_init, own_vma, locked, swapoff, processes, push_out;
  enum start start;
};

static struct run *run;

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

/* No page is filled with zeros: the kernel would not write it. */
static void fill(volatile uint64_t *page, uint64_t number, int actor)
{
  page[0] = number + 1;
  page[1] = actor + 1;
  if (run->compressible) { /* 1 KiB that does not compress, then 64 bytes over and over */
    uint64_t state = (number + 1) * 0x10001 + actor;
    for (int i = 2; i < 128; i++)
      page[i] = next_random(&state);
    for (int i = 128; i < WORDS; i++)
      page[i] = page[2 + (i & 7)];
  }
}

static volatile uint64_t *map(uint64_t pages, bool own_vma)
{
  const uint64_t huge = 2 * MIB;
  char *region;
  if (own_vma) { /* on a boundary of a page table, with gaps around, so that it merges with nothing */
    region = mmap(NULL, pages * PAGE + 2 * huge, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (region != MAP_FAILED) {
      region = (char *)(((uint64_t)region + PAGE + huge - 1) & ~(huge - 1));
      if (mprotect(region, pages * PAGE, PROT_READ | PROT_WRITE))
        region = MAP_FAILED;
    }
  } else {
    region = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  if (region == MAP_FAILED)
    fail("no address space for %llu pages", (unsigned long long)pages);
  madvise(region, pages * PAGE, MADV_NOHUGEPAGE);
  return (volatile uint64_t *)region;
}

/* Leaves the readahead state that a long sequential run leaves, or that scattered faults leave. */
static void prime(volatile uint64_t *primer)
{
  if (run->start == HOT)
    for (int page = 0; page < PRIMER_PAGES; page++)
      (void)primer[page * WORDS];
  else
    for (int page = 0; page < 16; page++)
      (void)primer[((page * 37 + 5) % 16 * 16 + 7) * WORDS];
}

static void access_all(struct actor *actor, volatile uint64_t *memory)
{
  uint64_t state = actor->seed, sweep = actor->stride ? run->pages / actor->stride : 1;
  struct rusage before, after;
  getrusage(RUSAGE_THREAD, &before);
  actor->started = now();
  for (uint64_t i = 0; i < actor->accesses; i++) {
    uint64_t j = i % run->pages, page = j;
    switch (actor->pattern) {
    case SEQUENTIAL: break;
    case REVERSE: page = run->pages - 1 - j; break;
    case STRIDED: page = j % sweep * actor->stride + j / sweep; break;
    case RANDOM: page = next_random(&state) % run->pages; break;
    }
    if (actor->write)
      memory[page * WORDS + 1] = i;
    else if (memory[page * WORDS] != page + 1)
      actor->bad++;
    if (actor->think)
      for (uint64_t until = now() + actor->think; now() < until;)
        ;
  }
  actor->ended = now();
  getrusage(RUSAGE_THREAD, &after);
  actor->major_faults = after.ru_majflt - before.ru_majflt;
  actor->minor_faults = after.ru_minflt - before.ru_minflt;
  if (run->n > 1)
    slurp("/proc/vmstat", actor->vmstat, sizeof actor->vmstat);
}

static void *act(void *argument)
{
  int id = (int)(intptr_t)argument;
  struct actor *actor = &run->actors[id];
  volatile uint64_t *memory = map(run->pages, run->own_vma), *primer = NULL;
  actor->tid = syscall(SYS_gettid);
  actor->pid = getpid();
  actor->base = (uint64_t)memory;
  if (!run->parallel_init)
    sem_wait(&run->turn[id]);
  if (run->start != UNKNOWN && id == 0) {
    char *guarded = mmap(NULL, (PRIMER_PAGES + 2) * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (guarded == MAP_FAILED || mprotect(guarded + PAGE, PRIMER_PAGES * PAGE, PROT_READ | PROT_WRITE))
      fail("no address space for the primer");
    primer = (volatile uint64_t *)(guarded + PAGE);
    for (int page = 0; page < PRIMER_PAGES; page++)
      primer[page * WORDS] = page + 1;
  }
  for (uint64_t page = 0; page < run->pages; page++)
    fill(memory + page * WORDS, page, id);
  if (!run->parallel_init)
    sem_post(&run->turn[id + 1]);
  pthread_barrier_wait(&run->written);
  if (run->start != UNKNOWN) {
    pthread_barrier_wait(&run->primer);
    if (primer)
      prime(primer);
    pthread_barrier_wait(&run->primer);
  }
  pthread_barrier_wait(&run->release);
  if (!run->swapoff)
    access_all(actor, memory);
  pthread_barrier_wait(&run->finished);
  pthread_barrier_wait(&run->leave);
  return NULL;
}

/* The body of one process. */
static void work(int from, int to)
{
  pthread_t threads[MOST_ACTORS];
  pthread_attr_t attributes;
  char pid[32];
  char *stacks = NULL;
  snprintf(pid, sizeof pid, "%d", getpid());
  if (put(GROUP "cgroup.procs", pid))
    fail("cannot move a process to the group");
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK);
  if (run->locked) { /* everything but the regions, so that nothing else faults in the measured phase */
    volatile char own[16384];
    memset((char *)own, 1, sizeof own);
    stacks = mmap(NULL, STACK * MOST_ACTORS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stacks == MAP_FAILED || mlockall(MCL_CURRENT))
      fail("cannot lock memory: %s", strerror(errno));
  }
  for (int i = from; i < to; i++) {
    if (stacks)
      pthread_attr_setstack(&attributes, stacks + STACK * i, STACK);
    if (pthread_create(&threads[i], &attributes, act, (void *)(intptr_t)i))
      fail("cannot start a thread");
  }
  for (int i = from; i < to; i++)
    pthread_join(threads[i], NULL);
  _exit(0);
}

/* --- what was measured -------------------------------------------------------------------------------------------- */

/* A row and its header, cell by cell. */
static char header[4096], row[8192];

static void cell(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void cell(const char *name, const char *format, ...)
{
  char text[4096];
  va_list rest;
  va_start(rest, format);
  vsnprintf(text, sizeof text, format, rest);
  va_end(rest);
  size_t h = strlen(header), r = strlen(row);
  const char *quote = strpbrk(text, ",\"") ? "\"" : "";
  snprintf(header + h, sizeof header - h, "%s%s", h ? "," : "", name);
  snprintf(row + r, sizeof row - r, "%s%s%s%s", h ? "," : "", quote, text, quote);
}

/* As a cell; empty if it is negative, which is how a counter that the kernel lacks is told. */
static void count_cell(const char *name, long long value)
{
  if (value < 0)
    cell(name, "%s", "");
  else
    cell(name, "%lld", value);
}

/* Appends the row to a table, which begins with the header, and starts another. */
static void write_row(const char *out, const char *table)
{
  char path[512];
  snprintf(path, sizeof path, "%s/%s", out, table);
  FILE *file = fopen(path, "ae");
  if (!file)
    fail("cannot write %s: %s", path, strerror(errno));
  fseek(file, 0, SEEK_END);
  if (ftell(file) == 0)
    fprintf(file, "%s\n", header);
  fprintf(file, "%s\n", row);
  if (fclose(file))
    fail("cannot write %s: %s", path, strerror(errno));
  header[0] = row[0] = 0;
}

struct tally {
  int keys;
  long long key[MOST_KEYS], count[MOST_KEYS];
};

static void add(struct tally *tally, long long key, long long count)
{
  int i = 0;
  while (i < tally->keys && tally->key[i] < key)
    i++;
  if (i == tally->keys || tally->key[i] != key) {
    if (tally->keys == MOST_KEYS)
      fail("more than %d different windows or hits", MOST_KEYS);
    memmove(tally->key + i + 1, tally->key + i, (tally->keys - i) * sizeof *tally->key);
    memmove(tally->count + i + 1, tally->count + i, (tally->keys - i) * sizeof *tally->count);
    tally->key[i] = key;
    tally->count[i] = 0;
    tally->keys++;
  }
  tally->count[i] += count;
}

static long long calls(const struct tally *tally)
{
  long long sum = 0;
  for (int i = 0; i < tally->keys; i++)
    sum += tally->count[i];
  return sum;
}

/* The cells of a histogram of windows: all of it, or nothing if there were no calls. */
static void window_cells(const struct tally *tally, bool mean_first)
{
  char text[2048] = "", mean[32] = "";
  double sum = 0;
  for (int i = 0; i < tally->keys; i++) {
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "%s%lld:%lld", i ? " " : "", tally->key[i], tally->count[i]);
    sum += (double)tally->key[i] * tally->count[i];
  }
  if (tally->keys)
    snprintf(mean, sizeof mean, "%.4f", sum / calls(tally));
  if (mean_first)
    cell("window_mean", "%s", mean);
  cell("window_hist", "%s", text);
  if (!mean_first)
    cell("window_mean", "%s", mean);
}

/* Who made a call: the actors, the main threads, the caller of swapoff, others. */
enum { MAIN_THREAD = MOST_ACTORS, DRIVER, OTHER, WHO };

static int who(long pid)
{
  for (int i = 0; i < run->n; i++)
    if (run->actors[i].tid == pid)
      return i;
  for (int i = 0; i < run->n; i++)
    if (run->actors[i].pid == pid)
      return MAIN_THREAD;
  return pid == getpid() ? DRIVER : OTHER;
}

static const char *who_name(int who)
{
  static const char *const actors[] = {"actor0", "actor1", "actor2", "actor3", "actor4", "actor5"};
  return who < MOST_ACTORS ? actors[who] : who == MAIN_THREAD ? "main_thread" : who == DRIVER ? "driver" : "other";
}

struct seen {
  struct tally calls[WHO];
  struct tally windows[2][WHO], hits[2][WHO]; /* 0 cluster, 1 VMA */
  long long dropped, missed;
};

static struct seen *seen;

/* Clears the histograms of all probes. */
static void clear_probes(void)
{
  char text[2048];
  DIR *directory = opendir(EVENTS);
  struct dirent *entry;
  while (directory && (entry = readdir(directory))) {
    char path[512];
    snprintf(path, sizeof path, EVENTS "%s/trigger", entry->d_name);
    if (entry->d_name[0] == '.' || !slurp(path, text, sizeof text))
      continue;
    char *hist = strstr(text, "hist:");
    if (!hist)
      continue;
    bool filtered = strstr(hist, " if ");
    const char *keys = !strcmp(entry->d_name, "call") ? "" : strstr(entry->d_name, "hits") ? ",hits" : ",window";
    char clear[256];
    snprintf(clear, sizeof clear, "hist:keys=common_pid%s:size=2048:clear%s", keys, filtered ? " if word != 0" : "");
    int error = put(path, clear);
    if (error)
      fail("cannot clear the histogram of %s: %s", entry->d_name, strerror(error));
  }
  if (directory)
    closedir(directory);
}

static void read_probes(void)
{
  const size_t size = 4 * MIB;
  char *text = allocate(size);
  DIR *directory = opendir(EVENTS);
  struct dirent *entry;
  while (directory && (entry = readdir(directory))) {
    char path[512];
    bool is_call = !strcmp(entry->d_name, "call"), vma = !strncmp(entry->d_name, "vma", 3);
    bool is_hits = strstr(entry->d_name, "hits");
    snprintf(path, sizeof path, EVENTS "%s/hist", entry->d_name);
    if (entry->d_name[0] == '.' || !slurp(path, text, size))
      continue;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
      long pid;
      long long key = 0, count;
      if (sscanf(line, " Dropped: %lld", &count) == 1)
        seen->dropped += count;
      else if (sscanf(line, "{ common_pid: %ld } hitcount: %lld", &pid, &count) == 2
               || sscanf(line, "{ common_pid: %ld, %*[a-z]: %lld } hitcount: %lld", &pid, &key, &count) == 3)
        add(is_call ? &seen->calls[who(pid)] : is_hits ? &seen->hits[vma][who(pid)] : &seen->windows[vma][who(pid)], key,
            count);
    }
  }
  if (directory)
    closedir(directory);
  if (slurp(TRACING "kprobe_profile", text, size))
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
      long long hits, missed;
      if (sscanf(line, " %*s %lld %lld", &hits, &missed) == 2)
        seen->missed += missed;
    }
  free(text);
}

/* What can be read before and after. */
struct moment {
  char vmstat[VMSTAT], swaps[4096];
  long long zswap[5], charged;
};

static struct moment *before, *after;
static const char *const ZSWAP_COUNTERS[5] = {"written_back_pages", "stored_pages", "pool_limit_hit",
                                              "pool_total_size", "reject_reclaim_fail"};

static void look(struct moment *moment)
{
  slurp("/proc/swaps", moment->swaps, sizeof moment->swaps);
  moment->charged = number(GROUP "memory.current");
  for (int i = 0; i < 5; i++) {
    char path[128];
    snprintf(path, sizeof path, ZSWAP_DEBUG "%s", ZSWAP_COUNTERS[i]);
    moment->zswap[i] = access(path, R_OK) ? -1 : number(path);
  }
}

/* KiB in use on the area of that number, in the order of /proc/swaps; -1 without it. */
static long long used(const struct moment *moment, int area)
{
  long long kib = -1;
  const char *line = moment->swaps;
  for (int i = -1; line && *line; i++, line = strchr(line, '\n'), line += line != NULL)
    if (i == area)
      sscanf(line, "%*s %*s %*s %lld", &kib);
  return kib;
}

static void moment_cells(const struct moment *moment, int tag)
{
  char name[64];
  for (int area = 0; area < 2; area++) {
    snprintf(name, sizeof name, "swap_used_kb_%c_%d", 'a' + area, tag);
    count_cell(name, used(moment, area));
  }
  for (int i = 0; i < 5; i++) {
    snprintf(name, sizeof name, "zs_%s_%d", ZSWAP_COUNTERS[i], tag);
    count_cell(name, moment->zswap[i]);
  }
  snprintf(name, sizeof name, "cg_current_%d", tag);
  cell(name, "%lld", moment->charged);
}

static bool on_swap(uint64_t word) { return word >> 62 & 1; }
static uint64_t type(uint64_t word) { return word & 31; }
static uint64_t slot(uint64_t word) { return (word & ((1ull << 55) - 1)) >> 5; }

static char layouts[MOST_ACTORS][256];

/* Writes where an actor's pages lie, and the cell that sums it up. */
static void write_layout(const char *out, const char *id, int actor)
{
  uint64_t pages = run->pages, *words = calloc(pages, 8), swapped = 0, present = 0, up = 0, down = 0, types[2] = {0};
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/pagemap", run->actors[actor].pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  size_t got = 0;
  while (words && fd >= 0 && got < pages * 8) {
    ssize_t part = pread(fd, (char *)words + got, pages * 8 - got, run->actors[actor].base / PAGE * 8 + got);
    if (part <= 0)
      break;
    got += part;
  }
  if (got < pages * 8)
    fail("cannot read %s: the kernel needs CONFIG_PROC_PAGE_MONITOR", path);
  close(fd);
  for (uint64_t page = 0; page < pages; page++) {
    present += words[page] >> 63;
    if (!on_swap(words[page]))
      continue;
    swapped++;
    if (type(words[page]) < 2)
      types[type(words[page])]++;
    if (page && on_swap(words[page - 1]) && type(words[page - 1]) == type(words[page])) {
      up += slot(words[page]) == slot(words[page - 1]) + 1;
      down += slot(words[page]) + 1 == slot(words[page - 1]);
    }
  }
  int extents = 0;
  for (uint64_t page = 0; page < pages && extents < MOST_EXTENTS;) {
    if (!on_swap(words[page])) {
      page++;
      continue;
    }
    uint64_t first = slot(words[page]), area = type(words[page]), length = 1;
    int64_t direction = 0;
    while (page + length < pages && on_swap(words[page + length]) && type(words[page + length]) == area) {
      int64_t step = (int64_t)slot(words[page + length]) - (int64_t)slot(words[page + length - 1]);
      if ((step != 1 && step != -1) || (direction && step != direction))
        break;
      direction = step;
      length++;
    }
    cell("run_id", "%s", id);
    cell("actor", "%d", actor);
    cell("first_page", "%llu", (unsigned long long)page);
    cell("first_slot", "%llu", (unsigned long long)first);
    cell("swap_type", "%llu", (unsigned long long)area);
    cell("length", "%llu", (unsigned long long)length);
    cell("direction", "%lld", (long long)direction);
    write_row(out, "layout.csv");
    extents++;
    page += length;
  }
  free(words);
  snprintf(layouts[actor], sizeof layouts[0], "swapped=%llu,present=%llu,up=%llu,down=%llu,type0=%llu,type1=%llu,"
           "extents=%d", (unsigned long long)swapped, (unsigned long long)present, (unsigned long long)up,
           (unsigned long long)down, (unsigned long long)types[0], (unsigned long long)types[1], extents);
}

static void write_tallies(const char *out, const char *table, const char *id, bool windows)
{
  for (int vma = 0; vma < 2; vma++)
    for (int task = 0; task < WHO; task++) {
      const struct tally *tally = windows ? &seen->windows[vma][task] : &seen->hits[vma][task];
      for (int i = 0; i < tally->keys; i++) {
        cell("run_id", "%s", id);
        cell("function", "%s", vma ? "swap_vma_readahead" : "swap_cluster_readahead");
        cell("who", "%s", who_name(task));
        cell(windows ? "window" : "hits", "%lld", tally->key[i]);
        cell("count", "%lld", tally->count[i]);
        write_row(out, table);
      }
    }
}

/* --- one run ------------------------------------------------------------------------------------------------------ */

static const char *const COUNTERS[] = {
    "pswpin", "pswpout", "pgmajfault", "pgfault", "swap_ra", "swap_ra_hit", "zswpin", "zswpout", "zswpwb",
    "nr_swapcached", "pgscan_direct", "pgsteal_direct", "pgscan_anon", "pgsteal_anon", "workingset_refault_anon",
    "workingset_activate_anon", "pgscan_kswapd"};

static volatile sig_atomic_t leaving;

static void on_child(int signal)
{
  static const char text[] = "swapload: a process of the workload died; dmesg may say why\n";
  (void)signal;
  if (!leaving) {
    if (write(2, text, sizeof text - 1)) {}
    _exit(1);
  }
}

static const char *value(int argc, char **argv, const char *key, const char *otherwise)
{
  size_t length = strlen(key);
  for (int i = 0; i < argc; i++)
    if (!strncmp(argv[i], key, length) && argv[i][length] == '=')
      return argv[i] + length + 1;
  return otherwise;
}

/* A value that is one of two words; whether it is the second. */
static bool choice(int argc, char **argv, const char *key, const char *first, const char *second)
{
  const char *text = value(argc, argv, key, first);
  if (strcmp(text, first) && strcmp(text, second))
    fail("%s is %s or %s, not %s", key, first, second, text);
  return !strcmp(text, second);
}

static void one_of(const char *key, const char *text, const char *first, const char *second, const char *third)
{
  if (strcmp(text, first) && strcmp(text, second) && strcmp(text, third))
    fail("%s is %s, %s or %s, not %s", key, first, second, third, text);
}

/* A whole number of at least 1; with bytes, it may end in K, M or G. */
static uint64_t amount(int argc, char **argv, const char *key, const char *otherwise, bool bytes)
{
  const char *text = value(argc, argv, key, otherwise);
  char *end;
  uint64_t number = strtoull(text, &end, 10);
  if (bytes && *end && strchr("KMG", *end))
    number <<= *end == 'K' ? 10 : *end == 'M' ? 20 : 30, end++;
  if (*end || *text < '0' || *text > '9' || number == 0)
    fail("%s is a whole number%s, not %s", key, bytes ? " of bytes, such as 32M" : "", text);
  return number;
}

static void read_actor(struct actor *actor, const char *text)
{
  unsigned long long accesses, seed, think;
  char rw, rest;
  if (sscanf(text, "%15[a-z0-9],%c,%llu,%llu,%llu%c", actor->name, &rw, &accesses, &seed, &think, &rest) != 5
      || (rw != 'r' && rw != 'w'))
    fail("an actor is pattern,r|w,accesses,seed,think_ns, not %s", text);
  actor->write = rw == 'w';
  actor->accesses = accesses ? accesses : run->pages;
  actor->seed = seed;
  actor->think = think;
  if (!strcmp(actor->name, "seq"))
    actor->pattern = SEQUENTIAL;
  else if (!strcmp(actor->name, "rev"))
    actor->pattern = REVERSE;
  else if (!strcmp(actor->name, "rnd"))
    actor->pattern = RANDOM;
  else if (sscanf(actor->name, "str%lu%c", &actor->stride, &rest) == 1 && actor->stride > 0
           && run->pages % actor->stride == 0)
    actor->pattern = STRIDED;
  else
    fail("a pattern is seq, rev, rnd or strK, where K divides the pages, not %s", actor->name);
}

/* Evicts every page: until what is on swap grows no more. */
static void push_out(void)
{
  long long last = -1;
  for (int i = 0; i < 100; i++) {
    if (put(GROUP "memory.reclaim", "16777216") == ENOENT)
      fail("cannot push pages out: the kernel has no memory.reclaim, which came with Linux 5.19");
    long long swapped = number(GROUP "memory.swap.current");
    if (swapped == last)
      return;
    last = swapped;
  }
}

static bool recorded(const char *out, const char *id)
{
  const size_t size = 4 * MIB;
  char path[512], start[256], *text = allocate(size);
  snprintf(path, sizeof path, "%s/runs.csv", out);
  snprintf(start, sizeof start, "\n%s,", id);
  bool found = slurp(path, text, size) && strstr(text, start);
  free(text);
  return found;
}

/* What the kernel and the arguments say about a run, before anything is measured. */
static void setting_cells(int argc, char **argv, const char *id, const char *release, const char *job)
{
  char actors[512] = "";
  for (int i = 0; i < argc; i++)
    if (strchr(argv[i], ',') && !strchr(argv[i], '='))
      snprintf(actors + strlen(actors), sizeof actors - strlen(actors), "%s%s", *actors ? " " : "", argv[i]);
  const char *device = value(argc, argv, "device", "virtio-blk");
  const char *disk = strncmp(device, "null_blk", 8) ? value(argc, argv, "disk", "vda") : "nullb0";
  char rotational[128];
  snprintf(rotational, sizeof rotational, "/sys/block/%s/queue/rotational", disk);
  const char *lru = word("/sys/kernel/mm/lru_gen/enabled");
  const char *zswap = word(ZSWAP "enabled");
  cell("run_id", "%s", id);
  cell("kernel", "%s", release);
  cell("smp", "%ld", sysconf(_SC_NPROCESSORS_ONLN));
  cell("job", "%s", job);
  cell("mode", "%s", value(argc, argv, "mode", "cluster_hdd"));
  cell("rotational", "%s", word(rotational));
  cell("vma_ra_enabled", "%s", word("/sys/kernel/mm/swap/vma_ra_enabled"));
  cell("page_cluster", "%s", word("/proc/sys/vm/page-cluster"));
  cell("lru_gen", "%s", *lru ? lru : "0x0000");
  cell("swappiness", "%s", word("/proc/sys/vm/swappiness"));
  cell("zswap", "%s", *zswap ? zswap : "N");
  cell("zswap_compressor", "%s", word(ZSWAP "compressor"));
  cell("zswap_zpool", "%s", word(ZSWAP "zpool"));
  cell("zswap_max_pool_pct", "%s", word(ZSWAP "max_pool_percent"));
  cell("zswap_shrinker", "%s", word(ZSWAP "shrinker_enabled"));
  if (strncmp(device, "null_blk:", 9))
    cell("swap_device", "%s", device);
  else
    cell("swap_device", "null_blk %s", device + 9);
  cell("swap_areas", "%s", value(argc, argv, "areas", "1"));
  cell("tasks", "%s", run->processes ? "processes" : "threads");
  cell("n_actors", "%d", run->n);
  cell("actors", "%s", actors);
  cell("pages_per_actor", "%llu", (unsigned long long)run->pages);
  cell("memory_max", "%llu", (unsigned long long)run->limit);
  cell("pushout", "%d", run->push_out);
  cell("content", "%s", run->compressible ? "comp" : "idx");
  cell("swapoff_run", "%d", run->swapoff);
  cell("init", "%s", run->parallel_init ? "par" : "serial");
  cell("own_vma", "%d", run->own_vma);
  cell("traced", "0");
}

static void thread_rows(const char *out, const char *id, uint64_t start)
{
  static const char *const names[4] = {"pswpin", "pgmajfault", "swap_ra", "swap_ra_hit"};
  for (int i = 0; i < run->n; i++) {
    struct actor *actor = &run->actors[i];
    struct tally windows = seen->windows[0][i];
    for (int j = 0; j < seen->windows[1][i].keys; j++)
      add(&windows, seen->windows[1][i].key[j], seen->windows[1][i].count[j]);
    cell("run_id", "%s", id);
    cell("actor", "%d", i);
    cell("pattern", "%s", actor->name);
    cell("rw", "%c", actor->write ? 'w' : 'r');
    cell("accesses", "%llu", (unsigned long long)actor->accesses);
    cell("seed", "%llu", (unsigned long long)actor->seed);
    cell("think_ns", "%llu", (unsigned long long)actor->think);
    cell("start_s", "%.4f", (double)(int64_t)(actor->started - start) / 1e9);
    cell("end_s", "%.4f", (double)(actor->ended - start) / 1e9);
    cell("duration_s", "%.4f", (double)(actor->ended - actor->started) / 1e9);
    cell("majflt", "%ld", actor->major_faults);
    cell("minflt", "%ld", actor->minor_faults);
    cell("bad", "%llu", (unsigned long long)actor->bad);
    cell("ra_calls", "%lld", calls(&seen->calls[i]));
    window_cells(&windows, false);
    for (int j = 0; j < 4; j++) {
      char name[64];
      snprintf(name, sizeof name, "global_d_%s_at_end", names[j]);
      count_cell(name, run->n > 1 ? counter(actor->vmstat, names[j]) - counter(before->vmstat, names[j]) : -1);
    }
    write_row(out, "per_thread.csv");
  }
}

/* Reads the arguments of a run; ends the program, with a line that says what is wrong, if they are none. */
static void read_arguments(int argc, char **argv)
{
  static const char *const keys[] = {"name", "mode", "page_cluster", "lru", "zswap", "device", "areas", "tasks",
                                     "pages", "limit", "pushout", "content", "swapoff", "init", "own_vma", "start",
                                     "out", "disk", "swap", NULL};
  run = mmap(NULL, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (run == MAP_FAILED)
    fail("no memory");
  memset(run, 0, sizeof *run); /* charged here, not to the group */
  for (int i = 0; i < argc; i++) {
    int key = 0;
    size_t length = strcspn(argv[i], "=");
    while (argv[i][length] && keys[key] && (strncmp(argv[i], keys[key], length) || keys[key][length]))
      key++;
    if (!keys[key])
      fail("there is no key %.*s", (int)length, argv[i]);
  }
  one_of("mode", value(argc, argv, "mode", "cluster_hdd"), "cluster_hdd", "cluster_ssd", "vma");
  one_of("lru", value(argc, argv, "lru", "default"), "default", "classic", "mglru");
  one_of("start", value(argc, argv, "start", "unknown"), "unknown", "hot", "cold");
  choice(argc, argv, "areas", "1", "2");
  const char *start = value(argc, argv, "start", "unknown");
  run->start = *start == 'h' ? HOT : *start == 'c' ? COLD : UNKNOWN;
  run->locked = run->start != UNKNOWN;
  run->pages = amount(argc, argv, "pages", "16384", false);
  run->limit = amount(argc, argv, "limit", "32M", true);
  run->push_out = !choice(argc, argv, "pushout", "1", "0");
  run->swapoff = choice(argc, argv, "swapoff", "0", "1");
  run->own_vma = !choice(argc, argv, "own_vma", "1", "0");
  run->parallel_init = choice(argc, argv, "init", "serial", "par");
  run->compressible = choice(argc, argv, "content", "idx", "comp");
  run->processes = choice(argc, argv, "tasks", "threads", "processes");

  const char *name = value(argc, argv, "name", "");
  if (!*name || strlen(name) > 60 || name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-")])
    fail("name is 1 to 60 of a-z, 0-9, _ and -, not '%s'", name);
  const char *cluster = value(argc, argv, "page_cluster", "3");
  if (strlen(cluster) != 1 || *cluster < '0' || *cluster > '8')
    fail("page_cluster is 0 to 8, not %s", cluster);
  const char *device = value(argc, argv, "device", "virtio-blk");
  int latency, end = 0;
  char unit[3] = "";
  if (strcmp(device, "virtio-blk")
      && (sscanf(device, "null_blk:%5d%2[a-z]%n", &latency, unit, &end) != 2 || device[end] || latency < 1
          || (strcmp(unit, "us") && strcmp(unit, "ms"))))
    fail("device is virtio-blk or null_blk:LATENCY, such as null_blk:2ms, not %s", device);
  const char *zswap = value(argc, argv, "zswap", "N");
  int percent;
  char shrinker, rest;
  if (strcmp(zswap, "N")
      && (sscanf(zswap, "%*[a-z0-9-]:%*[a-z0-9]:%d:%c%c", &percent, &shrinker, &rest) != 2 || percent < 1
          || percent > 100 || (shrinker != 'Y' && shrinker != 'N')))
    fail("zswap is N or COMPRESSOR:ZPOOL:MAX_POOL_PERCENT:Y|N, such as zstd:zsmalloc:20:N, not %s", zswap);

  for (int i = 0; i < argc; i++) {
    if (strchr(argv[i], '='))
      continue;
    if (run->n == MOST_ACTORS)
      fail("there are at most %d actors", MOST_ACTORS);
    read_actor(&run->actors[run->n++], argv[i]);
  }
  if (run->n == 0)
    fail("there is no actor, such as seq,r,0,1,0");
  if (run->pages > 65536u / run->n)
    fail("%llu pages on an area of 512 MiB would fill more than half of it, which changes what the kernel does",
         (unsigned long long)run->pages * run->n);
}

static int drive(int argc, char **argv)
{
  struct utsname system;
  char id[200], text[64];
  const char *out = value(argc, argv, "out", ".");
  const char *start_word = value(argc, argv, "start", "unknown");
  read_arguments(argc, argv);

  uname(&system);
  int length = strcspn(system.release, ".");
  length += 1 + strcspn(system.release + length + (system.release[length] != 0), ".-+");
  const char *job = run->start == UNKNOWN ? "own" : "s"; /* s: the name's end says how it started */
  int end = snprintf(id, sizeof id - 16, "%.*s/smp%ld/%s-%s-pc%s-%s", length, system.release,
                     sysconf(_SC_NPROCESSORS_ONLN), job, value(argc, argv, "mode", "cluster_hdd"),
                     word("/proc/sys/vm/page-cluster"), value(argc, argv, "name", "run"));
  if (run->start != UNKNOWN)
    end += snprintf(id + end, sizeof id - end, "-%s", start_word);
  for (int repeat = 2; recorded(out, id); repeat++)
    snprintf(id + end, sizeof id - end, "-rep%d", repeat);

  pthread_barrierattr_t shared;
  pthread_barrierattr_init(&shared);
  pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_barrier_t *barriers[] = {&run->written, &run->primer, &run->release, &run->finished, &run->leave};
  for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++)
    pthread_barrier_init(barriers[i], &shared, run->n + 1);
  for (int i = 0; i <= run->n; i++)
    sem_init(&run->turn[i], 1, i == 0);
  snprintf(text, sizeof text, "%llu", (unsigned long long)run->limit);
  if (put(GROUP "memory.max", text))
    fail("cannot limit the group's memory: is " GROUP " there?");

  signal(SIGCHLD, on_child);
  uint64_t forked = now();
  pid_t children[MOST_ACTORS];
  int n = run->processes ? run->n : 1;
  fflush(NULL);
  for (int i = 0; i < n; i++) {
    children[i] = fork();
    if (children[i] < 0)
      fail("cannot fork: %s", strerror(errno));
    if (children[i] == 0) {
      signal(SIGCHLD, SIG_DFL);
      work(i, run->processes ? i + 1 : run->n);
    }
  }
  seen = allocate(sizeof *seen);
  before = allocate(sizeof *before);
  after = allocate(sizeof *after);
  pthread_barrier_wait(&run->written);
  uint64_t written = now();
  if (run->push_out)
    push_out();
  if (run->start != UNKNOWN) {
    usleep(300000); /* writeback ends */
    pthread_barrier_wait(&run->primer);
    pthread_barrier_wait(&run->primer);
  }
  if (run->swapoff)
    put(GROUP "memory.max", "max");
  usleep(300000);
  for (int i = 0; i < run->n; i++)
    write_layout(out, id, i);
  setting_cells(argc, argv, id, system.release, job);
  look(before);
  clear_probes();

  slurp("/proc/vmstat", before->vmstat, VMSTAT);
  int result = 0, error = 0;
  uint64_t started = now();
  pthread_barrier_wait(&run->release);
  if (run->swapoff) {
    char devices[256];
    snprintf(devices, sizeof devices, "%s", value(argc, argv, "swap", ""));
    started = now();
    for (char *device = strtok(devices, ":"); device; device = strtok(NULL, ":"))
      if (swapoff(device)) {
        result = -1;
        error = errno;
      }
  }
  uint64_t ended = now();
  pthread_barrier_wait(&run->finished);
  if (!run->swapoff)
    ended = now();
  slurp("/proc/vmstat", after->vmstat, VMSTAT);
  read_probes();
  look(after);

  struct tally windows = {0}, all_calls = {0};
  uint64_t bad = 0;
  for (int task = 0; task < WHO; task++) {
    for (int vma = 0; vma < 2; vma++)
      for (int i = 0; i < seen->windows[vma][task].keys; i++)
        add(&windows, seen->windows[vma][task].key[i], seen->windows[vma][task].count[i]);
    add(&all_calls, 0, calls(&seen->calls[task]));
  }
  for (int i = 0; i < run->n; i++)
    bad += run->actors[i].bad;
  long long missing = calls(&all_calls) - calls(&windows);
  bool partly = windows.keys && (missing > 1 || missing < -1);
  if (partly) {
    fprintf(stderr, "swapload: %s: %lld windows were seen in %lld calls, so none are recorded\n", id, calls(&windows),
            calls(&all_calls));
    memset(&windows, 0, sizeof windows);
    memset(seen->windows, 0, sizeof seen->windows);
    memset(seen->hits, 0, sizeof seen->hits);
  }
  cell("status", "%s", bad             ? "FAILED a page came back wrong"
                       : result        ? "FAILED swapoff"
                       : seen->dropped  ? "warn events dropped"
                       : seen->missed   ? "warn probes missed"
                                       : "ok");
  cell("elapsed_s", "%.4f", (ended - started) / 1e9);
  cell("swapoff_ret", "%d", result);
  cell("swapoff_errno", "%d", error);
  cell("init_s", "%.3f", (written - forked) / 1e9);
  for (size_t i = 0; i < sizeof COUNTERS / sizeof *COUNTERS; i++) {
    char name[64];
    long long from = counter(before->vmstat, COUNTERS[i]), to = counter(after->vmstat, COUNTERS[i]);
    snprintf(name, sizeof name, "d_%s", COUNTERS[i]);
    if (from < 0 || to < 0)
      cell(name, "%s", "");
    else
      cell(name, "%lld", to - from);
  }
  moment_cells(before, 0);
  moment_cells(after, 1);
  count_cell("ra_calls_total", calls(&all_calls) ? calls(&all_calls) : -1);
  cell("window_calls", "%lld", calls(&windows));
  window_cells(&windows, true);
  cell("kprobe_misses", "%lld", seen->missed);
  long long read_ahead = counter(after->vmstat, "swap_ra") - counter(before->vmstat, "swap_ra");
  long long hit = counter(after->vmstat, "swap_ra_hit") - counter(before->vmstat, "swap_ra_hit");
  if (read_ahead > 0)
    cell("hit_ratio", "%.4f", (double)hit / read_ahead);
  else
    cell("hit_ratio", "%s", "");
  cell("integrity_bad", "%llu", (unsigned long long)bad);
  for (int i = 0; i < MOST_ACTORS; i++) {
    snprintf(text, sizeof text, "layout_a%d", i);
    cell(text, "%s", layouts[i]);
  }
  write_row(out, "runs.csv");
  write_tallies(out, "windows.csv", id, true);
  write_tallies(out, "hits.csv", id, false);
  if (!run->swapoff)
    thread_rows(out, id, started);

  printf("%s: %.1f s, pgmajfault %lld, swap_ra %lld, swap_ra_hit %lld\n", id, (ended - forked) / 1e9,
         counter(after->vmstat, "pgmajfault") - counter(before->vmstat, "pgmajfault"), read_ahead, hit);
  fflush(stdout);
  leaving = 1;
  pthread_barrier_wait(&run->leave);
  for (int i = 0; i < n; i++)
    waitpid(children[i], NULL, 0);
  return bad || result;
}

int main(int argc, char **argv)
{
  if (argc == 2 && !strcmp(argv[1], "probe"))
    return probe();
  if (argc == 3 && !strcmp(argv[1], "swapon")) { /* busybox's knows no priorities */
    if (swapon(argv[2], SWAP_FLAG_PREFER | PRIORITY))
      fail("cannot swap on %s: %s", argv[2], strerror(errno));
    return 0;
  }
  if (argc > 2 && !strcmp(argv[1], "run"))
    return drive(argc - 2, argv + 2);
  if (argc > 2 && !strcmp(argv[1], "check")) {
    read_arguments(argc - 2, argv + 2);
    return 0;
  }
  fprintf(stderr, "usage: swapload probe | swapload swapon DEVICE | swapload check|run KEY=VALUE... ACTOR...\n");
  return 2;
}
