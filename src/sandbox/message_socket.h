// Whole messages over a stream socket, one descriptor beside them where wanted. Header only, as protocol.h.
#pragma once

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "sandbox/protocol.h"

namespace bonsai::sandbox {

inline bool send_bytes(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(size_t(sent));
  }
  return true;
}

inline bool receive_bytes(int socket, char* to, size_t size) {
  while (size) {
    ssize_t got = ::recv(socket, to, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= size_t(got);
  }
  return true;
}

// Sends a message; `descriptor`, if not negative, goes with its first byte.
inline bool send_message(int socket, std::string_view bytes, int descriptor = -1) {
  uint64_t size = bytes.size();
  iovec part{&size, sizeof size};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (descriptor >= 0) {
    header.msg_control = space;
    header.msg_controllen = sizeof space;
    cmsghdr* control = CMSG_FIRSTHDR(&header);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(control), &descriptor, sizeof descriptor);
  }
  ssize_t sent;
  do sent = ::sendmsg(socket, &header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  if (sent <= 0) return false;
  std::string_view rest(reinterpret_cast<const char*>(&size), sizeof size);
  return send_bytes(socket, rest.substr(size_t(sent))) && send_bytes(socket, bytes);
}

// Receives a message and the descriptor beside it (-1: none), which the caller closes. False: the other side
// is gone, or sends no message.
inline bool receive_message(int socket, std::string& bytes, int* descriptor = nullptr) {
  uint64_t size = 0;
  iovec part{&size, sizeof size};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = space;
  header.msg_controllen = sizeof space;
  ssize_t got;
  do got = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got <= 0) return false;
  int passed = -1;
  for (cmsghdr* each = CMSG_FIRSTHDR(&header); each; each = CMSG_NXTHDR(&header, each))
    if (each->cmsg_level == SOL_SOCKET && each->cmsg_type == SCM_RIGHTS)
      std::memcpy(&passed, CMSG_DATA(each), sizeof passed);
  bool good = receive_bytes(socket, reinterpret_cast<char*>(&size) + got, sizeof size - size_t(got)) &&
              size <= most_message;
  if (good) {
    bytes.resize(size);
    good = receive_bytes(socket, bytes.data(), size);
  }
  if (descriptor && good)
    *descriptor = passed;
  else if (passed >= 0)
    ::close(passed);
  return good;
}

}  // namespace bonsai::sandbox
