#pragma once

/// Everything at once: text in, values out.
#include "hakam/core/attacks.hpp"
#include "hakam/core/perft.hpp"
#include "hakam/core/position.hpp"
#include "hakam/notation/epd.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/iccf.hpp"
#include "hakam/notation/lan.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/notation/uci_protocol.hpp"
