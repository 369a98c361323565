#pragma once

#include <memory>

#include "source.hpp"

namespace hakam::cli::audit {

/// A zstd file of several frames: they are unpacked on `threads` threads, ahead of what is read,
/// and come in their order. Takes the descriptor over unless it returns null, which it does if the
/// file is not a regular one or has a single frame. Memory: 4 MiB and a decoder with its window for
/// each thread, 4 MiB more.
std::unique_ptr<Source> open_zstd_frames(int descriptor, unsigned threads);

}  // namespace hakam::cli::audit
