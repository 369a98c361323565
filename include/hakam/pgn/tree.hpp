#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/game/game.hpp"
#include "hakam/pgn/reader.hpp"
#include "hakam/pgn/tag.hpp"
#include "hakam/pgn/visitor.hpp"

namespace hakam::pgn {

/// An annotated game: its tags, its start, and the moves with all their variations. Nodes are
/// numbers; the root is the start position, every other node a move. No operation recurses.
/// Shape: 32 bytes a move, its text, and what is annotated.
class Tree {
public:
    using Id = std::uint32_t;
    static constexpr Id root = 0;
    static constexpr Id none = UINT32_MAX;

    struct Node {
        Move move;  ///< nothing in the root and for a null move
        Id parent = none;
        Id first_child = none;   ///< the main continuation
        Id next_sibling = none;  ///< the next alternative to this move
        std::uint32_t first_annotation = none;
        std::uint32_t text_begin = 0;
        std::uint8_t text_length = 0;
        bool is_null_move = false;
    };
    enum class Place : std::uint8_t {
        after,   ///< after the move, or before the first one if the node is the root
        before,  ///< before the move, at the beginning of a variation
    };
    struct Annotation {
        enum class Kind : std::uint8_t { comment, glyph };
        Kind kind{};
        Place place{};
        std::uint8_t glyph = 0;
        std::uint32_t text_begin = 0;
        std::uint32_t text_length = 0;
        std::uint32_t next = none;
        /// How many of the variations on the move stand before it: a comment behind them is on
        /// what comes next.
        std::uint32_t variations = 0;
    };
    /// Move texts that could not be played, and the node after which they stood.
    struct Unplayed {
        Id after = root;
        std::string texts;  ///< separated by blanks

        friend bool operator==(const Unplayed&, const Unplayed&) = default;
    };

    Tree();
    explicit Tree(const Position& start);

    Tags tags;
    Termination termination = Termination::unknown;
    Score score;  ///< if the termination is other
    std::vector<Unplayed> unplayed;

    const Position& start() const noexcept { return start_; }
    std::size_t size() const noexcept { return nodes_.size(); }
    const Node& node(Id id) const noexcept { return nodes_[id]; }
    /// The move text as found; empty for moves that were not read.
    std::string_view text(const Node& n) const noexcept {
        return std::string_view{pool_}.substr(n.text_begin, n.text_length);
    }
    std::string_view text(const Annotation& a) const noexcept {
        return std::string_view{pool_}.substr(a.text_begin, a.text_length);
    }
    const Annotation& annotation(std::uint32_t index) const noexcept { return annotations_[index]; }
    /// All comments after a node, in their order.
    std::vector<std::string_view> comments(Id id, Place place = Place::after) const;
    std::vector<unsigned> glyphs(Id id) const;

    /// The moves of the main line; it ends before a null move. Cost: linear.
    Game main_line() const;
    /// The last node of the main line.
    Id main_end() const noexcept;
    /// The position after a node. Cost: linear in its ply.
    Position position(Id id) const;
    /// Half-moves from the root.
    std::uint32_t ply(Id id) const noexcept;

    /// Adds a move as the last continuation of `parent`. Pre: it is legal there.
    Id add(Id parent, Move move, std::string_view text = {});
    Id add_null_move(Id parent);
    /// Line ends inside the text become single blanks and blanks around it go.
    void add_comment(Id id, std::string_view text, Place place = Place::after,
                     std::uint32_t variations = 0);
    void add_glyph(Id id, unsigned glyph, Place place = Place::after);
    /// A clear tree from another start that keeps its memory.
    void restart(const Position& start);

    /// The same start, tags, moves, annotations and termination; move texts may differ.
    friend bool operator==(const Tree& a, const Tree& b);

private:
    Id append(Id parent, Node node, std::string_view text);
    void annotate(Id id, Annotation annotation);

    Position start_;
    std::vector<Node> nodes_;
    std::vector<Annotation> annotations_;
    std::string pool_;
    Id last_parent_ = none;  // where append() found the end of the children last
    Id last_child_ = none;
    Id last_annotated_ = none;  // the same of the annotations
    std::uint32_t last_annotation_ = none;
};

/// Builds one Tree after another from what a Reader says.
class TreeBuilder : public Visitor {
public:
    /// Called at the end of each game. The tree and the findings may be moved from.
    virtual void tree(Tree& tree, const GameEnd& end, std::vector<Finding>& findings) = 0;

    void game_begin(std::uint64_t offset) override;
    void tag(const TagToken& token) override;
    Descend moves_begin(const MovesStart& start) override;
    void move(const MoveToken& token) override;
    void null_move(const MoveToken& token) override;
    void unplayed(const MoveToken& token) override;
    void nag(unsigned glyph) override;
    void comment(const CommentToken& token) override;
    Descend variation_begin() override;
    void variation_end() override;
    void game_end(const GameEnd& end) override;
    /// Findings between games are kept for the next game.
    void finding(const Finding& finding) override;

protected:
    const std::vector<Finding>& findings() const noexcept { return findings_; }

private:
    struct Early {
        std::string text;
    };
    Tree tree_;
    std::vector<Finding> findings_;
    struct Spot {
        Tree::Id node = Tree::none;
        std::uint32_t variations = 0;  // on it, closed so far
    };
    std::vector<Spot> stack_;  // current nodes around the open variations
    Spot last_;                // the node whose variation was closed last
    Tree::Id current_ = Tree::root;
    bool at_variation_start_ = false;
    bool has_moves_begun_ = false;
    std::vector<Early> early_comments_;                      // before the moves
    std::vector<std::pair<unsigned, std::string>> pending_;  // before a variation's first move
};

/// One game of a collection.
struct TreeReading {
    Tree tree;
    GameEnd end;
    std::vector<Finding> findings;
};
/// A whole text at once. Memory: all of it; for big files derive from TreeBuilder.
std::vector<TreeReading> read_trees(std::string_view text, const ReaderOptions& options = {});

}  // namespace hakam::pgn
