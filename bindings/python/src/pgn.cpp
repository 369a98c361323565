// Collections of games: trees, headers, audits, columns.

#include <nanobind/stl/vector.h>

#include "arrow.hpp"
#include "audit/auditor.hpp"
#include "game_value.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/pgn/command.hpp"
#include "hakam/pgn/reader.hpp"
#include "hakam/pgn/tree.hpp"
#include "hakam/pgn/writer.hpp"

namespace hakam::python {

namespace {

pgn::ReaderOptions reader_options(bool strict, std::string_view letters, std::uint64_t offset,
                                  std::uint32_t line) {
    pgn::ReaderOptions options;
    options.reading = reading_of(strict);
    // The reader is fast for the object `english` itself.
    options.letters = letters == english.language ? &english : letters_for(letters);
    if (options.letters == nullptr)
        throw nb::value_error(("no letters of a language '" + std::string{letters} + "'").c_str());
    options.first_offset = offset;
    options.first_line = line;
    return options;
}

nb::object severity_object(pgn::Severity severity) {
    return python_type("hakam._enums", "Severity")(nb::cast(pgn::name(severity)));
}

nb::tuple findings_tuple(const std::vector<pgn::Finding>& findings) {
    nb::list made;
    if (!findings.empty()) {
        const nb::object type = python_type("hakam._values", "Finding");
        for (const pgn::Finding& f : findings)
            made.append(type(nb::cast(pgn::name(f.code)), severity_object(f.severity),
                             span_object(f.where), f.ply, f.depth, to_str(f.found), to_str(f.text)));
    }
    return nb::tuple(made);
}

nb::dict tags_dict(const pgn::Tags& tags) {
    nb::dict made;
    for (const pgn::Tag& tag : tags) {
        const nb::str name = to_str(tag.name);
        if (!made.contains(name)) made[name] = to_str(tag.value);
    }
    return made;
}

using Shared = std::shared_ptr<const pgn::TreeReading>;

struct Record {
    Shared reading;
};
/// A node of a tree, which stays alive with it.
struct Node {
    Shared reading;
    pgn::Tree::Id id;

    const pgn::Tree& tree() const { return reading->tree; }
    const pgn::Tree::Node& node() const { return tree().node(id); }
    nb::object other(pgn::Tree::Id which) const {
        return which == pgn::Tree::none ? nb::none() : nb::cast(Node{reading, which});
    }
};

std::string comment_of(const Node& n) {
    std::string text;
    for (const std::string_view comment : n.tree().comments(n.id)) {
        if (!text.empty()) text += ' ';
        text += comment;
    }
    return text;
}

class TreeFeed final : public pgn::TreeBuilder {
public:
    TreeFeed(bool strict, std::string_view letters, std::uint64_t offset, std::uint32_t line)
        : reader_{*this, reader_options(strict, letters, offset, line)} {}
    void tree(pgn::Tree& tree, const pgn::GameEnd& end, std::vector<pgn::Finding>& findings) override {
        done_.push_back({std::make_shared<pgn::TreeReading>(
            pgn::TreeReading{std::move(tree), end, std::move(findings)})});
    }
    pgn::Reader& reader() { return reader_; }
    nb::list take() {
        nb::list made;
        for (Record& record : done_) made.append(nb::cast(std::move(record)));
        done_.clear();
        return made;
    }

private:
    std::vector<Record> done_;
    pgn::Reader reader_;
};

class ScanFeed final : public pgn::Visitor {
public:
    ScanFeed(bool strict, std::string_view letters, std::uint64_t offset, std::uint32_t line)
        : reader_{*this, reader_options(strict, letters, offset, line)} {}
    void game_begin(std::uint64_t) override { now_ = {}; }
    void tag(const pgn::TagToken& token) override {
        now_.tags.push_back({std::string{token.name}, std::string{token.value}});
    }
    pgn::Descend moves_begin(const pgn::MovesStart&) override { return pgn::Descend::no; }
    void game_end(const pgn::GameEnd& end) override {
        now_.end = end;
        done_.push_back(std::move(now_));
    }
    pgn::Reader& reader() { return reader_; }
    nb::list take() {
        nb::list made;
        const nb::object type = python_type("hakam._values", "Header");
        for (const One& one : done_)
            made.append(type(tags_dict(one.tags), one.end.begin, one.end.end,
                             nb::cast(pgn::to_string(one.end.termination))));
        done_.clear();
        return made;
    }

private:
    struct One {
        pgn::Tags tags;
        pgn::GameEnd end;
    };
    One now_;
    std::vector<One> done_;
    pgn::Reader reader_;
};

namespace audit = cli::audit;

class AuditFeed final : audit::RecordSink {
public:
    AuditFeed(const laws::LawBook& book, std::uint64_t nodes, bool strict, std::string_view letters,
              std::uint64_t offset, std::uint32_t line)
        : auditor_{{.book = book, .family = {}, .nodes = nodes, .wants_clean = false}, *this},
          reader_{auditor_, reader_options(strict, letters, offset, line)} {
        auditor_.read_by(reader_);
    }
    void record(const audit::GameRecord& r, std::string_view) override {
        One one;
        one.begin = r.begin;
        one.end = r.end;
        one.plies = r.plies();
        one.standing = r.standing;
        one.outcome = r.outcome;
        one.reason = r.reason;
        one.citations = r.citations;
        one.findings = r.findings;
        one.is_game = r.is_game;
        for (std::size_t i = 0; i < audit::tag_count; ++i)
            if (r.has_tag[i]) one.tags.push_back({std::string{audit::reported_tags[i]}, r.tags[i]});
        done_.push_back(std::move(one));
    }
    pgn::Reader& reader() { return reader_; }
    void end(std::uint64_t offset) { auditor_.finish({}, offset); }
    nb::list take() {
        nb::list made;
        const nb::object type = python_type("hakam._values", "Audit");
        const nb::object finding = python_type("hakam._values", "AuditFinding");
        const nb::object standings = python_type("hakam._enums", "Standing");
        for (const One& one : done_) {
            if (one.is_game) ++number_;
            nb::list articles;
            for (const laws::Citation c : one.citations) articles.append(nb::cast(c.number()));
            nb::list findings;
            for (const audit::Finding& f : one.findings)
                findings.append(finding(nb::cast(f.code), severity_object(f.severity), f.ply,
                                        f.offset, f.line, to_str(f.move), to_str(f.text),
                                        f.article, f.proof));
            made.append(type(one.is_game ? number_ : 0, one.begin, one.end.end, tags_dict(one.tags),
                             nb::cast(pgn::to_string(one.end.termination)), one.plies,
                             standings(nb::cast(laws::name(one.standing))),
                             one.outcome ? enum_object(*one.outcome) : nb::none(),
                             one.reason == laws::Reason::none ? nb::none()
                                                              : nb::cast(laws::name(one.reason)),
                             nb::tuple(articles), nb::tuple(findings)));
        }
        done_.clear();
        return made;
    }

private:
    struct One {
        std::uint64_t begin = 0;
        pgn::GameEnd end;
        std::uint32_t plies = 0;
        pgn::Tags tags;
        laws::Standing standing{};
        std::optional<Outcome> outcome;
        laws::Reason reason{};
        laws::Citations citations;
        std::vector<audit::Finding> findings;
        bool is_game = true;
    };
    std::vector<One> done_;
    std::uint64_t number_ = 0;
    audit::Auditor auditor_;
    pgn::Reader reader_;
};

/// Columns of games for Arrow. Which there are: "offset", "plies", "result" (the termination marker),
/// "start" (FEN, null for the start array), "moves", "clocks" (ms), "evals" (centipawns), "findings"
/// (how many); any other word is the tag of that name.
class ColumnFeed final : public pgn::Visitor {
public:
    ColumnFeed(std::vector<std::string> columns, bool strict, std::string_view letters,
               std::uint64_t offset, std::uint32_t line)
        : names_{std::move(columns)}, reader_{*this, reader_options(strict, letters, offset, line)} {
        for (const std::string& name : names_) {
            if (name == "moves") wants_moves_ = true;
            if (name == "clocks") wants_clocks_ = true;
            if (name == "evals") wants_evals_ = true;
            if (name == "plies" || name == "findings") reads_moves_ = true;
        }
        reads_moves_ |= wants_moves_ || wants_clocks_ || wants_evals_;
        text_.resize(names_.size());
        found_.resize(names_.size());
    }
    void game_begin(std::uint64_t) override {
        for (auto& value : found_) value.reset();
        findings_ = 0;
        depth_ = 0;
        clocks_.clear();
        evals_.clear();
        ply_ = 0;
    }
    void tag(const pgn::TagToken& token) override {
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (names_[i] == token.name && !found_[i]) found_[i] = std::string{token.value};
    }
    pgn::Descend moves_begin(const pgn::MovesStart& start) override {
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (names_[i] == "start" && !start.fen.empty()) found_[i] = std::string{start.fen};
        return reads_moves_ ? pgn::Descend::yes : pgn::Descend::no;
    }
    void move(const pgn::MoveToken& token) override {
        if (depth_ != 0) return;
        ++ply_;
        if (wants_moves_) moves_.values.push_back(token.move.code());
        if (wants_clocks_) clocks_.push_back(-1);
        if (wants_evals_) evals_.push_back(no_eval);
    }
    void comment(const pgn::CommentToken& token) override {
        if (depth_ != 0 || ply_ == 0) return;
        if (wants_clocks_)
            if (const auto clock = pgn::clock_reading(token.text))
                clocks_.back() = static_cast<std::int32_t>(
                    std::min<std::int64_t>(clock->count(), INT32_MAX));
        if (wants_evals_)
            if (const auto command = pgn::find_command(token.text, "eval"))
                if (const auto eval = pgn::parse_evaluation(command->argument)) {
                    // Mates count as 100,000 less the moves to it, as one number that orders them.
                    if (eval->mate_in)
                        evals_.back() = *eval->mate_in > 0 ? 100'000 - *eval->mate_in
                                                           : -100'000 - *eval->mate_in;
                    else if (eval->centipawns)
                        evals_.back() = *eval->centipawns;
                }
    }
    pgn::Descend variation_begin() override { return pgn::Descend::no; }
    void finding(const pgn::Finding&) override { ++findings_; }
    void game_end(const pgn::GameEnd& end) override {
        ++rows_;
        plies_.push_back(end.plies);
        offsets_.push_back(end.begin);
        finding_counts_.push_back(findings_);
        moves_.end();
        clock_lists_.values.insert(clock_lists_.values.end(), clocks_.begin(), clocks_.end());
        clock_lists_.end();
        eval_lists_.values.insert(eval_lists_.values.end(), evals_.begin(), evals_.end());
        eval_lists_.end();
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (names_[i] == "result")
                text_[i].add(pgn::to_string(end.termination));
            else if (!found_[i])
                text_[i].add_null();
            else if (pgn::is_utf8(*found_[i]))
                text_[i].add(*found_[i]);
            else
                text_[i].add(pgn::to_utf8(*found_[i]));
        }
    }
    pgn::Reader& reader() { return reader_; }
    std::int64_t rows() const { return rows_; }
    /// What has been read since the last time, as one batch.
    arrow::Column take() {
        arrow::Column batch{"", "+s", rows_, 0, {nullptr}, {}};
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const std::string& name = names_[i];
            if (name == "plies")
                batch.children.push_back(arrow::numbers(name, "I", std::vector{plies_}));
            else if (name == "offset")
                batch.children.push_back(arrow::numbers(name, "L", std::vector{offsets_}));
            else if (name == "findings")
                batch.children.push_back(arrow::numbers(name, "I", std::vector{finding_counts_}));
            else if (name == "moves")
                batch.children.push_back(moves_.finish(name, "I"));
            else if (name == "clocks")
                batch.children.push_back(clock_lists_.finish(name, "i"));
            else if (name == "evals")
                batch.children.push_back(eval_lists_.finish(name, "i"));
            else
                batch.children.push_back(text_[i].finish(name));
        }
        rows_ = 0;
        plies_.clear();
        offsets_.clear();
        finding_counts_.clear();
        moves_ = {};
        clock_lists_ = {};
        eval_lists_ = {};
        for (auto& text : text_) text = {};
        return batch;
    }

    static constexpr std::int32_t no_eval = INT32_MIN;

private:
    std::vector<std::string> names_;
    std::vector<arrow::TextBuilder> text_;
    std::vector<std::optional<std::string>> found_;
    std::vector<std::uint32_t> plies_;
    std::vector<std::uint32_t> finding_counts_;
    std::vector<std::uint64_t> offsets_;
    arrow::ListBuilder<std::uint32_t> moves_;
    arrow::ListBuilder<std::int32_t> clock_lists_;
    arrow::ListBuilder<std::int32_t> eval_lists_;
    std::vector<std::int32_t> clocks_;
    std::vector<std::int32_t> evals_;
    std::int64_t rows_ = 0;
    std::uint32_t findings_ = 0;
    std::uint32_t depth_ = 0;
    std::uint32_t ply_ = 0;
    bool wants_moves_ = false;
    bool wants_clocks_ = false;
    bool wants_evals_ = false;
    bool reads_moves_ = false;
    pgn::Reader reader_;
};

template <class Feed>
void feed(Feed& f, std::string_view bytes) {
    const nb::gil_scoped_release unlocked;
    f.reader().feed(bytes);
}
template <class Feed>
void finish(Feed& f) {
    const nb::gil_scoped_release unlocked;
    f.reader().finish();
}

void bind_records(nb::module_& m) {
    nb::class_<Node>(m, "Node", nb::is_final(), "A move of a game's tree; the root is the start.")
        .def_prop_ro("move",
                     [](const Node& n) -> nb::object {
                         if (n.id == pgn::Tree::root || n.node().is_null_move) return nb::none();
                         return move_object(n.node().move);
                     },
                     nb::sig("def move(self) -> Move | None"))
        .def_prop_ro("is_root", [](const Node& n) { return n.id == pgn::Tree::root; })
        .def_prop_ro("is_null_move", [](const Node& n) { return n.node().is_null_move; })
        .def_prop_ro("text", [](const Node& n) { return to_str(n.tree().text(n.node())); },
                     "The move as it was written.")
        .def_prop_ro("parent", [](const Node& n) { return n.other(n.node().parent); },
                     nb::sig("def parent(self) -> Node | None"))
        .def_prop_ro("children",
                     [](const Node& n) {
                         nb::list made;
                         for (auto id = n.node().first_child; id != pgn::Tree::none;
                              id = n.tree().node(id).next_sibling)
                             made.append(nb::cast(Node{n.reading, id}));
                         return made;
                     },
                     nb::sig("def children(self) -> list[Node]"), "The main continuation first.")
        .def_prop_ro("position", [](const Node& n) { return n.tree().position(n.id); })
        .def_prop_ro("ply", [](const Node& n) { return n.tree().ply(n.id); })
        .def_prop_ro("comments",
                     [](const Node& n) {
                         nb::list made;
                         for (const std::string_view c : n.tree().comments(n.id)) made.append(to_str(c));
                         return made;
                     },
                     nb::sig("def comments(self) -> list[str]"))
        .def_prop_ro("comments_before",
                     [](const Node& n) {
                         nb::list made;
                         for (const std::string_view c :
                              n.tree().comments(n.id, pgn::Tree::Place::before))
                             made.append(to_str(c));
                         return made;
                     },
                     nb::sig("def comments_before(self) -> list[str]"))
        .def_prop_ro("nags", [](const Node& n) { return n.tree().glyphs(n.id); },
                     "Numeric annotation glyphs: 1 is !, 2 is ?.")
        .def_prop_ro("clock",
                     [](const Node& n) -> std::optional<double> {
                         const auto clock = pgn::clock_reading(comment_of(n));
                         if (!clock) return std::nullopt;
                         return static_cast<double>(clock->count()) / 1000;
                     },
                     "What the clock shows, in seconds, from [%clk].")
        .def_prop_ro("evaluation",
                     [](const Node& n) -> std::optional<std::string> {
                         const std::string text = comment_of(n);
                         const auto command = pgn::find_command(text, "eval");
                         if (!command) return std::nullopt;
                         const auto eval = pgn::parse_evaluation(command->argument);
                         if (!eval) return std::nullopt;
                         return pgn::format(*eval);
                     },
                     "From [%eval]: '0.18' or '#3', from White's point of view.")
        .def("__repr__", [](const Node& n) {
            return "<Node " + std::to_string(n.tree().ply(n.id)) + " " +
                   std::string{n.tree().text(n.node())} + ">";
        });
    nb::class_<Record>(m, "PgnGame", nb::is_final(), "One game of a collection, as it was read.")
        .def_prop_ro("tags", [](const Record& r) { return tags_dict(r.reading->tree.tags); },
                     nb::sig("def tags(self) -> dict[str, str]"))
        .def_prop_ro("main", [](const Record& r) { return GameValue{r.reading->tree.main_line()}; },
                     "The main line as a Game.")
        .def_prop_ro("moves",
                     [](const Record& r) {
                         const pgn::Tree& tree = r.reading->tree;
                         nb::list made;
                         for (auto id = tree.node(pgn::Tree::root).first_child;
                              id != pgn::Tree::none && !tree.node(id).is_null_move;
                              id = tree.node(id).first_child)
                             made.append(move_object(tree.node(id).move));
                         return nb::tuple(made);
                     },
                     nb::sig("def moves(self) -> tuple[Move, ...]"), "Those of the main line.")
        .def_prop_ro("tree", [](const Record& r) { return Node{r.reading, pgn::Tree::root}; },
                     "The root of all moves with their variations.")
        .def_prop_ro("start", [](const Record& r) { return r.reading->tree.start(); })
        .def_prop_ro("result",
                     [](const Record& r) { return std::string{pgn::to_string(r.reading->end.termination)}; },
                     "The termination marker: 1-0, 0-1, 1/2-1/2 or *; empty if there is none.")
        .def_prop_ro("findings", [](const Record& r) { return findings_tuple(r.reading->findings); },
                     nb::sig("def findings(self) -> tuple[hakam._values.Finding, ...]"))
        .def_prop_ro("plies", [](const Record& r) { return r.reading->end.plies; })
        .def_prop_ro("unplayed", [](const Record& r) { return r.reading->end.unplayed; },
                     "Main-line move texts after one that could not be played.")
        .def_prop_ro("begin", [](const Record& r) { return r.reading->end.begin; },
                     "Offset of its first byte.")
        .def_prop_ro("end", [](const Record& r) { return r.reading->end.end; })
        .def("text",
             [](const Record& r, bool as_found, std::string_view letters, bool comments, bool nags,
                bool variations) {
                 pgn::WriterOptions options;
                 options.style = as_found ? pgn::WriterStyle::as_found : pgn::WriterStyle::exported;
                 options.letters = letters_for(letters);
                 if (options.letters == nullptr) throw nb::value_error("no letters of that language");
                 options.leave_out_comments = !comments;
                 options.leave_out_glyphs = !nags;
                 options.leave_out_variations = !variations;
                 options.as_utf8 = true;
                 return pgn::format(r.reading->tree, options);
             },
             nb::kw_only(), "as_found"_a = false, "letters"_a = "en", "comments"_a = true,
             "nags"_a = true, "variations"_a = true, "As PGN, in export format.")
        .def("__str__", [](const Record& r) { return pgn::format(r.reading->tree, {.as_utf8 = true}); })
        .def("__eq__",
             [](const Record& a, nb::handle b) -> nb::object {
                 Record* other = nullptr;
                 if (!nb::try_cast(b, other, false)) return nb::borrow(Py_NotImplemented);
                 return nb::bool_(a.reading->tree == other->reading->tree);
             },
             nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__",
             [](const Record& r) {
                 return static_cast<std::int64_t>(
                     (static_cast<std::uint64_t>(r.reading->tree.start().key()) >> 2) +
                     r.reading->tree.size());
             })
        .def("__repr__",
             [](const Record& r) {
                 return "pgn_game(" + std::string{nb::repr(nb::cast(pgn::format(
                                          r.reading->tree,
                                          {.style = pgn::WriterStyle::as_found, .as_utf8 = true}))).c_str()} + ")";
             })
        .def("__reduce__", [](const Record& r) {
            return nb::make_tuple(
                python_type("hakam._pickles", "pgn_game"),
                nb::make_tuple(pgn::format(r.reading->tree,
                                           {.style = pgn::WriterStyle::as_found, .as_utf8 = true})));
        });
    m.def("pgn_game", [](std::string_view text) {
        TreeFeed f{false, "en", 0, 1};
        feed(f, text);
        finish(f);
        nb::list all = f.take();
        if (all.size() != 1) throw nb::value_error("expected the text of one game");
        return nb::object(all[0]);
    }, "text"_a, nb::sig("def pgn_game(text: str) -> PgnGame"), "The one game of a text.");
}

template <class Feed, class... Args>
void bind_feed(nb::class_<Feed>& c, const char* take_signature, const char* finish_signature) {
    c.def("feed",
          [](Feed& f, nb::bytes bytes) {
              feed(f, bytes_view(bytes));
              return f.take();
          },
          "data"_a, nb::sig(take_signature))
        .def("finish",
             [](Feed& f, std::uint64_t offset) {
                 finish(f);
                 if constexpr (requires { f.end(offset); }) f.end(offset);
                 return f.take();
             },
             "offset"_a = 0, nb::sig(finish_signature));
}

}  // namespace

void bind_pgn(nb::module_& m) {
    arrow::bind(m);
    bind_records(m);
    nb::class_<TreeFeed> trees(m, "TreeFeed", nb::is_final());
    trees.def(nb::init<bool, std::string_view, std::uint64_t, std::uint32_t>(), nb::kw_only(), "strict"_a = false,
              "letters"_a = "en", "offset"_a = 0, "line"_a = 1);
    bind_feed(trees, "def feed(self, data: bytes) -> list[PgnGame]",
              "def finish(self, offset: int = 0) -> list[PgnGame]");
    nb::class_<ScanFeed> scans(m, "ScanFeed", nb::is_final());
    scans.def(nb::init<bool, std::string_view, std::uint64_t, std::uint32_t>(), nb::kw_only(), "strict"_a = false,
              "letters"_a = "en", "offset"_a = 0, "line"_a = 1);
    bind_feed(scans, "def feed(self, data: bytes) -> list[hakam._values.Header]",
              "def finish(self, offset: int = 0) -> list[hakam._values.Header]");
    nb::class_<AuditFeed> audits(m, "AuditFeed", nb::is_final());
    audits.def(nb::init<const laws::LawBook&, std::uint64_t, bool, std::string_view, std::uint64_t,
                        std::uint32_t>(),
               "book"_a, nb::kw_only(), "nodes"_a = 20'000, "strict"_a = false, "letters"_a = "en",
               "offset"_a = 0, "line"_a = 1);
    bind_feed(audits, "def feed(self, data: bytes) -> list[hakam._values.Audit]",
              "def finish(self, offset: int = 0) -> list[hakam._values.Audit]");
    nb::class_<ColumnFeed>(m, "ColumnFeed", nb::is_final())
        .def(nb::init<std::vector<std::string>, bool, std::string_view, std::uint64_t, std::uint32_t>(),
             "columns"_a, nb::kw_only(), "strict"_a = false, "letters"_a = "en", "offset"_a = 0,
             "line"_a = 1)
        .def("feed", [](ColumnFeed& f, nb::bytes bytes) { feed(f, bytes_view(bytes)); }, "data"_a)
        .def("finish", [](ColumnFeed& f) { finish(f); })
        .def_prop_ro("rows", &ColumnFeed::rows)
        .def("take", &ColumnFeed::take);
    m.def("last_cut", [](nb::bytes text) { return pgn::last_cut(bytes_view(text)); }, "text"_a,
          "The last place where a collection may be cut and its parts read separately; 0 if none.");
}

}  // namespace hakam::python
