// From a path to an inode, as the kernel's namei.c goes: component by component, through "..", slashes and
// symbolic links.
//
// A path may have symbolic bytes. A component without any is looked up like everywhere else, on the host too.
// One with some is compared with "", "/", ".", ".." and the names in the model, byte by byte, each comparison
// a branch; if none of them fits, the file does not exist: the host is never asked for a name that is not
// known. Where the directory has files of the host that the model does not know by name, that is noted.
//
// "A", "./A", ".//A" and so on are the same file, and each spelling would be a path of its own: about twice
// as many with each symbolic byte. So what follows a second such detour is bound to one possible value.
#define _GNU_SOURCE
#include <unistd.h>

#include "linux.h"

enum { MOST_LINKS = 40 };

// Whether the component has no symbolic bytes; then its length.
static int measure(const char* name, size_t* length) {
  size_t i = 0;
  for (;; i++) {
    if (bonsai_is_symbolic((unsigned char)name[i])) return 0;
    if (!name[i] || name[i] == '/') break;
  }
  *length = i;
  return 1;
}

static enum linux_last last_kind(const char* name) {
  if (name[0] != '.') return LINUX_LAST_NAME;
  if (!name[1] || name[1] == '/') return LINUX_LAST_DOT;
  if (name[1] != '.') return LINUX_LAST_NAME;
  return !name[2] || name[2] == '/' ? LINUX_LAST_DOT_DOT : LINUX_LAST_NAME;
}

// A directory that the model has in place of one of the host's: /, /dev, /proc, the way to the folder of
// --fs.
static int is_of_the_host(const struct linux_inode* directory) {
  if (directory->host || directory->mode & S_ISVTX) return 0;  // /tmp is the program's own
  return directory->uid == 0 || directory == &linux_self;
}

// Looks up one component: fills in all of `place` but `slash`.
static long find(struct linux_inode* directory, const char* name, int flags, struct linux_place* place) {
  place->directory = directory;
  place->name = name;
  place->entry = NULL;
  place->inode = NULL;
  place->last = last_kind(name);
  if (place->last != LINUX_LAST_NAME) {
    place->length = place->last == LINUX_LAST_DOT ? 1 : 2;
    place->inode = place->last == LINUX_LAST_DOT ? directory : directory->parent;
    return 0;
  }
  if (measure(name, &place->length)) {
    if (place->length > NAME_MAX) return 0;
    if (directory->device == LINUX_DESCRIPTORS) {
      place->inode = linux_descriptor_inode(name, place->length);
      return 0;
    }
    place->entry = linux_find(directory, name, place->length);
    if (!place->entry && is_of_the_host(directory))
      bonsai_note("of the host's files the program sees the folder of --fs alone: others are not there");
  } else {
    place->entry = linux_find_symbolic(directory, name);
    if (!place->entry && directory->host)
      bonsai_note(
          "a symbolic file name is not compared with the names in the folder of --fs: no file has it");
    if (place->entry)
      place->length = place->entry->length;
    else if (flags & LINUX_CREATE)
      for (place->length = 0; name[place->length] && name[place->length] != '/';)
        if (++place->length > NAME_MAX) return -ENAMETOOLONG;
    if (!place->entry && !(flags & LINUX_CREATE)) return -ENOENT;  // wherever the component may end
  }
  if (place->entry) place->inode = place->entry->inode;
  return 0;
}

// In a directory that was removed nothing is found, however long its name.
long linux_missing(const struct linux_place* place) {
  return place->length > NAME_MAX && place->directory->links ? -ENAMETOOLONG : -ENOENT;
}

struct way {
  int links;    // symbolic links that were followed
  int detours;  // slashes and dots before symbolic bytes
};

// Called behind a slash or dot. Those are known by now, so it is what follows that may be symbolic.
static void detour(const char* rest, struct way* way) {
  if (!bonsai_is_symbolic((unsigned char)*rest) || ++way->detours < 2) return;
  while (bonsai_concrete((unsigned char)*rest)) rest++;
}

static const char* skip_slashes(const char* path, struct way* way) {
  if (*path != '/') return path;
  while (*++path == '/') detour(path + 1, way);
  return path;
}

static long walk(struct linux_inode* directory, const char* path, int flags, struct way* way,
                 struct linux_place* place) {
  if (!*path) return -ENOENT;
  if (*path == '/') {
    directory = &linux_root;
    detour(path + 1, way);
    path = skip_slashes(path, way);
    if (!*path) {
      *place = (struct linux_place){
          .directory = directory, .name = path, .last = LINUX_LAST_ROOT, .inode = directory};
      return 0;
    }
  }
  for (;;) {
    if (!S_ISDIR(directory->mode)) return -ENOTDIR;
    if (!linux_allowed(directory, X_OK)) return -EACCES;
    long error = find(directory, path, flags, place);
    if (error) return error;
    const char* rest = path + place->length;
    if (place->last != LINUX_LAST_NAME) detour(rest, way);
    place->slash = *rest == '/';
    if (place->slash && place->inode && !S_ISDIR(place->inode->mode) && !S_ISLNK(place->inode->mode) &&
        !(flags & LINUX_PARENT))
      return -ENOTDIR;  // whatever follows
    rest = skip_slashes(rest, way);
    int last = !*rest;
    if (place->length > NAME_MAX && !(last && (flags & LINUX_PARENT))) return linux_missing(place);
    if (!place->inode) return last ? 0 : -ENOENT;
    int through = !last || (place->slash && !(flags & LINUX_PARENT));  // it must be a directory
    if (S_ISLNK(place->inode->mode) && (through || ((flags & LINUX_FOLLOW) && !place->slash))) {
      if (++way->links > MOST_LINKS) return -ELOOP;
      const char* target = place->inode->data;
      if (!through) return walk(directory, target, flags, way, place);
      error = walk(directory, target, LINUX_FOLLOW, way, place);
      if (error) return error;
      if (!place->inode) return -ENOENT;
      place->slash = 1;
    }
    if (last) return place->slash && !(flags & LINUX_PARENT) && !S_ISDIR(place->inode->mode) ? -ENOTDIR : 0;
    directory = place->inode;
    path = rest;
  }
}

static int too_long(const char* path) {
  for (size_t i = 0; i < PATH_MAX; i++) {
    if (bonsai_is_symbolic((unsigned char)path[i])) return 0;
    if (!path[i]) return 0;
  }
  return 1;
}

long linux_walk(int at, const char* path, int flags, struct linux_place* place) {
  struct linux_inode* current = linux_current();  // before anything else: makes the tree
  if (!path) return -EFAULT;
  if (too_long(path)) return -ENAMETOOLONG;
  if (at != AT_FDCWD && *path && *path != '/') {
    struct linux_file* file = linux_file(at);
    if (!file) return -EBADF;
    current = file->inode;
  }
  struct way way = {0, 0};
  return walk(current, path, flags, &way, place);
}

long linux_lookup(int at, const char* path, int follow, int at_flags, struct linux_inode** inode) {
  if ((at_flags & AT_EMPTY_PATH) && path && !*path) {
    struct linux_file* file = at == AT_FDCWD ? NULL : linux_file(at);
    if (!file && at != AT_FDCWD) return -EBADF;
    *inode = file ? file->inode : linux_current();
    return 0;
  }
  struct linux_place place;
  long error = linux_walk(at, path, follow ? LINUX_FOLLOW : 0, &place);
  if (error) return error;
  *inode = place.inode;
  return place.inode ? 0 : -ENOENT;
}
