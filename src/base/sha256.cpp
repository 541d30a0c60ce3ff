#include "base/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <memory>
#include <new>
#include <vector>

#include "base/error.h"

namespace sow {

std::string sha256(const File& file) {
  struct Free {
    void operator()(EVP_MD_CTX* c) const { EVP_MD_CTX_free(c); }
  };
  const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
  if (!context) throw std::bad_alloc();
  bool good = EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
  std::vector<char> buffer(1 << 20);
  for (std::uint64_t at = 0; good;) {
    const std::size_t n = file.read_at(at, buffer.data(), buffer.size());
    if (n == 0) break;
    at += n;
    good = EVP_DigestUpdate(context.get(), buffer.data(), n) == 1;
  }
  unsigned char sum[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (!good || EVP_DigestFinal_ex(context.get(), sum, &size) != 1)
    throw Error("OpenSSL failed to compute a SHA-256 checksum");
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", sum[i]);
  return text;
}

}  // namespace sow
