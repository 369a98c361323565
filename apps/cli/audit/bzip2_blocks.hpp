#pragma once

#include <memory>

#include "raw_file.hpp"
#include "unpack_ahead.hpp"

namespace hakam::cli::audit {

/// The parts of a regular bzip2 file: its blocks, of one stream or of several. Blocks begin at any
/// bit; each is found by its magic number and made a stream of its own. That a place was rightly
/// found shows when the block is unpacked and ends there; if not, the file is read the plain way
/// from the beginning of that stream on.
std::unique_ptr<Parts> bzip2_blocks(Descriptor descriptor);

}  // namespace hakam::cli::audit
