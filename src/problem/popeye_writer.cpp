#include "hakam/notation/fen.hpp"
#include "hakam/problem/popeye.hpp"

namespace hakam::problem {
namespace {

std::string one_line(std::string text) {
    for (char& c : text)
        if (c == '\n' || c == '\r') c = ' ';
    return text;
}

std::string man_of(Piece man) {
    const char letter = to_char(Piece{Color::white, man.type});
    return std::string(1, letter == 'N' ? 'S' : letter);
}

std::string change_text(const Change& c) {
    const std::string a = to_string(c.a);
    const std::string b = to_string(c.b);
    switch (c.kind) {
        case Change::Kind::move: return "Move " + a + " " + b;
        case Change::Kind::exchange: return "Exchange " + a + " " + b;
        case Change::Kind::remove: return "Remove " + a;
        case Change::Kind::add:
            return "Add " + std::string{c.man.color == Color::white ? "White " : "Black "} +
                   man_of(c.man) + a;
        case Change::Kind::rotate: return "Rotate " + std::to_string(c.degrees);
        case Change::Kind::mirror: return "Mirror " + a + "<-->" + b;
        case Change::Kind::shift: return "Shift " + a + " " + b;
        case Change::Kind::polish: return "PolishType";
        case Change::Kind::stipulation:
            return "Stipulation " + (c.stipulation ? format(*c.stipulation) : "#2");
    }
    return {};
}

/// What Popeye takes for granted and the diagram does not grant.
std::string no_castling(const Setup& setup) {
    std::string squares;
    for (const Color c : colors) {
        const Square king = square(File::e, back_rank(c));
        if (setup.board.at(king) != Piece{c, PieceType::king}) continue;
        for (const File f : {File::a, File::h}) {
            const Square rook = square(f, back_rank(c));
            if (setup.board.at(rook) == Piece{c, PieceType::rook} &&
                !setup.castling.rooks().contains(rook))
                squares += to_string(rook);
        }
    }
    return squares;
}

}  // namespace

std::vector<std::string> popeye_options(const FiledProblem& filed) {
    std::vector<std::string> all;
    const Setup& setup = filed.problem.setup;
    if (filed.set_play) all.emplace_back("SetPlay");
    if (filed.tries && filed.refutations > 1)
        all.push_back("Defence " + std::to_string(filed.refutations));
    else if (filed.tries)
        all.emplace_back("Try");
    if (filed.duplex) all.emplace_back("Duplex");
    if (filed.half_duplex) all.emplace_back("HalfDuplex");
    if (filed.problem.conditions.quodlibet) all.emplace_back("Quodlibet");
    if (const std::string squares = no_castling(setup); !squares.empty())
        all.push_back("NoCastling " + squares);
    if (setup.en_passant) {
        const File file = file_of(*setup.en_passant);
        const bool white = rank_of(*setup.en_passant) == Rank::r3;
        all.push_back("EnPassant " + to_string(square(file, white ? Rank::r2 : Rank::r7)) +
                      to_string(*setup.en_passant) +
                      to_string(square(file, white ? Rank::r4 : Rank::r5)));
    }
    for (const Exclusion& e : filed.problem.conditions.exclusive)
        all.push_back("CastlingMutuallyExclusive " + to_string(e.white_rook) +
                      to_string(e.black_rook));
    return all;
}

std::string write_popeye(const Twin& twin) {
    std::string text = twin.continued ? "Continued" : "";
    for (const Change& c : twin.changes) text += (text.empty() ? "" : " ") + change_text(c);
    return text;
}

std::string write_popeye(const FiledProblem& filed) {
    std::string text = "BeginProblem\n";
    if (!filed.author.empty()) text += "Author " + one_line(filed.author) + "\n";
    if (!filed.source.empty() || !filed.date.empty())
        text += "Origin " +
                one_line(filed.source + (filed.source.empty() || filed.date.empty() ? "" : ", ") +
                         filed.date) +
                "\n";
    if (!filed.title.empty()) text += "Title " + one_line(filed.title) + "\n";
    text += "Stipulation " + format(filed.problem.stipulation) + "\n";
    for (const std::string& name : filed.problem.conditions.fairy)
        text += "Condition " + name + "\n";
    for (const std::string& option : popeye_options(filed)) text += "Option " + option + "\n";
    std::string board = fen::placement(filed.problem.setup.board);
    for (char& c : board) c = c == 'n' ? 's' : c == 'N' ? 'S' : c;
    text += "Forsyth " + board + "\n";
    for (std::size_t i = 0; i < filed.twins.size(); ++i)
        text += (i == 0 && filed.zero_position ? "ZeroPosition " : "Twin ") +
                write_popeye(filed.twins[i]) + "\n";
    return text + "EndProblem\n";
}

}  // namespace hakam::problem
