#include "hakam/pgn/tree.hpp"

#include <algorithm>

#include "null_move.hpp"
#include "scan.hpp"

namespace hakam::pgn {

Tree::Tree() : Tree{Position{}} {}

Tree::Tree(const Position& start) : start_{start} { nodes_.emplace_back(); }

void Tree::restart(const Position& start) {
    start_ = start;
    tags.clear();
    termination = Termination::unknown;
    score = {};
    unplayed.clear();
    nodes_.clear();
    nodes_.emplace_back();
    annotations_.clear();
    pool_.clear();
    last_parent_ = last_child_ = none;
    last_annotated_ = last_annotation_ = none;
}

Tree::Id Tree::append(Id parent, Node node, std::string_view text) {
    const auto id = static_cast<Id>(nodes_.size());
    node.parent = parent;
    node.text_begin = static_cast<std::uint32_t>(pool_.size());
    node.text_length = static_cast<std::uint8_t>(std::min<std::size_t>(text.size(), 255));
    pool_.append(text.substr(0, node.text_length));
    nodes_.push_back(node);
    Id& first = nodes_[parent].first_child;
    if (first == none) {
        first = id;
    } else {
        Id last = last_parent_ == parent ? last_child_ : first;
        while (nodes_[last].next_sibling != none) last = nodes_[last].next_sibling;
        nodes_[last].next_sibling = id;
        last_parent_ = parent;
        last_child_ = id;
    }
    return id;
}

Tree::Id Tree::add(Id parent, Move move, std::string_view text) {
    Node node;
    node.move = move;
    return append(parent, node, text);
}

Tree::Id Tree::add_null_move(Id parent) {
    Node node;
    node.is_null_move = true;
    return append(parent, node, {});
}

void Tree::annotate(Id id, Annotation annotation) {
    const auto index = static_cast<std::uint32_t>(annotations_.size());
    std::uint32_t* link =
        last_annotated_ == id ? &annotations_[last_annotation_].next : &nodes_[id].first_annotation;
    while (*link != none) link = &annotations_[*link].next;
    *link = index;
    last_annotated_ = id;
    last_annotation_ = index;
    annotations_.push_back(annotation);
}

void Tree::add_glyph(Id id, unsigned glyph, Place place) {
    Annotation a;
    a.kind = Annotation::Kind::glyph;
    a.place = place;
    a.glyph = static_cast<std::uint8_t>(glyph);
    annotate(id, a);
}

void Tree::add_comment(Id id, std::string_view text, Place place, std::uint32_t variations) {
    while (!text.empty() && scan::is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && scan::is_space(text.back())) text.remove_suffix(1);
    Annotation a;
    a.kind = Annotation::Kind::comment;
    a.place = place;
    a.variations = variations;
    a.text_begin = static_cast<std::uint32_t>(pool_.size());
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        bool has_line_end = false;
        for (; end < text.size() && scan::is_space(text[end]); ++end)
            has_line_end |= text[end] == '\n' || text[end] == '\r';
        if (end == i) {
            pool_ += text[i++];
        } else {
            if (has_line_end)
                pool_ += ' ';
            else
                pool_.append(text.substr(i, end - i));
            i = end;
        }
    }
    a.text_length = static_cast<std::uint32_t>(pool_.size() - a.text_begin);
    annotate(id, a);
}

std::vector<std::string_view> Tree::comments(Id id, Place place) const {
    std::vector<std::string_view> texts;
    for (std::uint32_t i = nodes_[id].first_annotation; i != none; i = annotations_[i].next) {
        const Annotation& a = annotations_[i];
        if (a.kind == Annotation::Kind::comment && a.place == place) texts.push_back(text(a));
    }
    return texts;
}

std::vector<unsigned> Tree::glyphs(Id id) const {
    std::vector<unsigned> glyphs;
    for (std::uint32_t i = nodes_[id].first_annotation; i != none; i = annotations_[i].next)
        if (annotations_[i].kind == Annotation::Kind::glyph)
            glyphs.push_back(annotations_[i].glyph);
    return glyphs;
}

Game Tree::main_line() const {
    Game game{start_};
    for (Id id = nodes_[root].first_child; id != none && !nodes_[id].is_null_move;
         id = nodes_[id].first_child)
        game.play_unchecked(nodes_[id].move);
    return game;
}

Tree::Id Tree::main_end() const noexcept {
    Id id = root;
    while (nodes_[id].first_child != none) id = nodes_[id].first_child;
    return id;
}

std::uint32_t Tree::ply(Id id) const noexcept {
    std::uint32_t n = 0;
    for (; nodes_[id].parent != none; id = nodes_[id].parent) ++n;
    return n;
}

Position Tree::position(Id id) const {
    std::vector<Id> path;
    for (; id != root; id = nodes_[id].parent) path.push_back(id);
    Position p = start_;
    for (auto it = path.rbegin(); it != path.rend(); ++it)
        p = nodes_[*it].is_null_move ? after_null_move(p) : p.after(nodes_[*it].move);
    return p;
}

bool operator==(const Tree& a, const Tree& b) {
    if (!(a.start_ == b.start_) || a.tags != b.tags || a.termination != b.termination ||
        !(a.score == b.score) ||        a.unplayed != b.unplayed || a.nodes_.size() != b.nodes_.size())
        return false;
    const auto same_annotations = [&](std::uint32_t i, std::uint32_t j) {
        for (; i != Tree::none && j != Tree::none;
             i = a.annotations_[i].next, j = b.annotations_[j].next) {
            const auto& x = a.annotations_[i];
            const auto& y = b.annotations_[j];
            if (x.kind != y.kind || x.place != y.place || x.glyph != y.glyph ||
                x.variations != y.variations ||
                a.text(x) != b.text(y))
                return false;
        }
        return i == j;
    };
    std::vector<std::pair<Tree::Id, Tree::Id>> open{{Tree::root, Tree::root}};
    while (!open.empty()) {
        const auto [i, j] = open.back();
        open.pop_back();
        const Tree::Node& x = a.nodes_[i];
        const Tree::Node& y = b.nodes_[j];
        if (x.move != y.move || x.is_null_move != y.is_null_move ||
            (x.first_child == Tree::none) != (y.first_child == Tree::none) ||
            (x.next_sibling == Tree::none) != (y.next_sibling == Tree::none) ||
            !same_annotations(x.first_annotation, y.first_annotation))
            return false;
        if (x.first_child != Tree::none) open.emplace_back(x.first_child, y.first_child);
        if (x.next_sibling != Tree::none) open.emplace_back(x.next_sibling, y.next_sibling);
    }
    return true;
}

void TreeBuilder::game_begin(std::uint64_t) {
    tree_.restart(Position{});
    stack_.clear();
    last_ = {};
    current_ = Tree::root;
    at_variation_start_ = has_moves_begun_ = false;
    early_comments_.clear();
    pending_.clear();
}

void TreeBuilder::tag(const TagToken& token) {
    tree_.tags.push_back({std::string{token.name}, std::string{token.value}});
}

Descend TreeBuilder::moves_begin(const MovesStart& start) {
    Tags tags = std::move(tree_.tags);
    tree_.restart(start.position);
    tree_.tags = std::move(tags);
    has_moves_begun_ = true;
    for (const Early& early : early_comments_) tree_.add_comment(Tree::root, early.text);
    return Descend::yes;
}

void TreeBuilder::move(const MoveToken& token) {
    current_ = tree_.add(current_, token.move, token.text);
    if (!at_variation_start_) return;
    at_variation_start_ = false;
    for (const auto& [glyph, text] : pending_) {
        if (glyph != 0)
            tree_.add_glyph(current_, glyph, Tree::Place::before);
        else
            tree_.add_comment(current_, text, Tree::Place::before);
    }
    pending_.clear();
}

void TreeBuilder::null_move(const MoveToken&) {
    current_ = tree_.add_null_move(current_);
    at_variation_start_ = false;
    for (const auto& [glyph, text] : pending_)
        if (glyph == 0) tree_.add_comment(current_, text, Tree::Place::before);
    pending_.clear();
}

void TreeBuilder::unplayed(const MoveToken& token) {
    if (tree_.unplayed.empty() || tree_.unplayed.back().after != current_)
        tree_.unplayed.push_back({current_, std::string{token.text}});
    else
        tree_.unplayed.back().texts.append(" ").append(token.text);
}

void TreeBuilder::nag(unsigned glyph) {
    if (glyph == 0) return;  // $0: no annotation
    if (at_variation_start_)
        pending_.emplace_back(glyph, std::string{});
    else
        tree_.add_glyph(current_, glyph);
}

void TreeBuilder::comment(const CommentToken& token) {
    if (!has_moves_begun_)
        early_comments_.push_back({std::string{token.text}});
    else if (at_variation_start_)
        pending_.emplace_back(0U, std::string{token.text});
    else
        tree_.add_comment(current_, token.text, Tree::Place::after,
                          last_.node == current_ ? last_.variations : 0);
}

Descend TreeBuilder::variation_begin() {
    stack_.push_back({current_, last_.node == current_ ? last_.variations : 0});
    current_ = tree_.node(current_).parent;
    at_variation_start_ = true;
    return Descend::yes;
}

void TreeBuilder::variation_end() {
    last_ = stack_.back();
    stack_.pop_back();
    current_ = last_.node;
    if (!at_variation_start_) ++last_.variations;
    for (const auto& [glyph, text] : pending_)  // a variation of comments only
        if (glyph == 0)
            tree_.add_comment(current_, text, Tree::Place::after, last_.variations);
    pending_.clear();
    at_variation_start_ = false;
}

void TreeBuilder::game_end(const GameEnd& end) {
    tree_.termination = end.termination;
    tree_.score = end.score;
    tree(tree_, end, findings_);
    findings_.clear();
}

void TreeBuilder::finding(const Finding& finding) { findings_.push_back(finding); }

std::vector<TreeReading> read_trees(std::string_view text, const ReaderOptions& options) {
    struct Collect final : TreeBuilder {
        void tree(Tree& tree, const GameEnd& end, std::vector<Finding>& findings) override {
            readings.push_back({std::move(tree), end, std::move(findings)});
        }
        std::vector<TreeReading> readings;
    };
    Collect collect;
    read(text, collect, options);
    return std::move(collect.readings);
}

}  // namespace hakam::pgn
