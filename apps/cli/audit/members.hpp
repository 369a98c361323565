#pragma once

#include <memory>

#include "raw_file.hpp"
#include "unpack_ahead.hpp"

namespace hakam::cli::audit {

/// The parts of a regular zstd file of several frames, some frames each. Returns: null, and the
/// descriptor is kept, if it is too short to be worth it or has a single frame.
std::unique_ptr<Parts> zstd_frames(Descriptor& descriptor);

/// The same of a gzip file as bgzip writes it: each member tells its length.
std::unique_ptr<Parts> bgzip_members(Descriptor& descriptor);

}  // namespace hakam::cli::audit
