#include "common.hpp"

namespace hakam::python {
namespace {

template <class E>
void bind_enum(nb::module_& enums, const char* name,
               std::initializer_list<std::pair<E, const char*>> members) {
    const nb::object type = enums.attr(name);
    for (const auto& [value, member] : members)
        enum_table<E>.bind(type, static_cast<int>(value), member);
}

void bind_enums() {
    nb::module_ enums = nb::module_::import_("hakam._enums");
    bind_enum<Color>(enums, "Color", {{Color::white, "WHITE"}, {Color::black, "BLACK"}});
    bind_enum<PieceType>(enums, "PieceType",
                         {{PieceType::pawn, "PAWN"}, {PieceType::knight, "KNIGHT"},
                          {PieceType::bishop, "BISHOP"}, {PieceType::rook, "ROOK"},
                          {PieceType::queen, "QUEEN"}, {PieceType::king, "KING"}});
    bind_enum<RulesetId>(enums, "Ruleset",
                         {{RulesetId::standard, "STANDARD"},
                          {RulesetId::no_castling, "NO_CASTLING"},
                          {RulesetId::torpedo, "TORPEDO"}});
    bind_enum<MoveKind>(enums, "MoveKind",
                        {{MoveKind::normal, "NORMAL"}, {MoveKind::double_step, "DOUBLE_STEP"},
                         {MoveKind::en_passant, "EN_PASSANT"}, {MoveKind::promotion, "PROMOTION"},
                         {MoveKind::castling, "CASTLING"}});
    bind_enum<Decision>(enums, "Decision", {{Decision::no, "NO"}, {Decision::yes, "YES"},
                                            {Decision::unknown, "UNKNOWN"}});
    bind_enum<Outcome>(enums, "Outcome", {{Outcome::white_wins, "WHITE_WINS"},
                                          {Outcome::black_wins, "BLACK_WINS"},
                                          {Outcome::draw, "DRAW"}});
    const nb::object square_type = enums.attr("Square");
    for (int i = 0; i < 64; ++i) {
        std::string name = to_string(square(i));
        name[0] = static_cast<char>(name[0] - 'a' + 'A');
        enum_table<Square>.bind(square_type, i, name.c_str());
    }
}

}  // namespace

void forget_moves();

NB_MODULE(_core, m) {
    nb::set_leak_warnings(false);
    m.attr("__version__") = HAKAM_VERSION;
    bind_enums();
    bind_core(m);
    bind_setup(m);
    bind_game(m);
    bind_solve(m);
    bind_laws(m);
    bind_pgn(m);
    bind_batch(m);
    bind_uci(m);
    bind_picture(m);
    bind_problem(m);
    bind_retro(m);
    // Interned moves go before the module does.
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(forget_moves));
}

}  // namespace hakam::python
