#include "convert.hpp"
#include "hakam/pgn/reader.hpp"
#include "hakam/pgn/visitor.hpp"

using namespace hakam;

namespace {

/// Passes on what the callbacks want, and nothing after one has said stop.
class Caller final : public pgn::Visitor {
public:
    Caller(const hakam_pgn_events& events, void* context) : events_{events}, context_{context} {}
    bool stopped() const noexcept { return stopped_; }

    void game_begin(std::uint64_t offset) override {
        depth_ = 0;
        call(events_.game_begin, offset);
    }
    void tag(const pgn::TagToken& tag) override {
        call(events_.tag, tag.name.data(), tag.name.size(), tag.value.data(), tag.value.size());
    }
    pgn::Descend moves_begin(const pgn::MovesStart&) override {
        return stopped_ ? pgn::Descend::no : pgn::Descend::yes;
    }
    void move(const pgn::MoveToken& token) override {
        call(events_.move, token.move.code(), token.ply, depth_);
    }
    void comment(const pgn::CommentToken& comment) override {
        call(events_.comment, comment.text.data(), comment.text.size());
    }
    pgn::Descend variation_begin() override {
        if (stopped_) return pgn::Descend::no;
        ++depth_;
        return pgn::Descend::yes;
    }
    void variation_end() override { --depth_; }
    void game_end(const pgn::GameEnd& end) override {
        call(events_.game_end, end.end, end.plies, to_string(end.termination).data());
    }
    void finding(const pgn::Finding& finding) override {
        call(events_.finding, name(finding.code).data(), static_cast<int>(finding.severity),
             finding.where.offset, finding.where.line, finding.where.column, finding.text.data(),
             finding.text.size());
    }

private:
    template <class F, class... Arguments>
    void call(F* function, Arguments... arguments) {
        if (function != nullptr && !stopped_) stopped_ = function(context_, arguments...) != 0;
    }

    const hakam_pgn_events& events_;
    void* context_;
    std::uint32_t depth_ = 0;
    bool stopped_ = false;
};

}  // namespace

extern "C" hakam_code hakam_pgn_read(const char* text, size_t length, const hakam_pgn_events* events,
                                     void* context) {
    if (events == nullptr || events->size < sizeof(hakam_pgn_events) ||
        (text == nullptr && length > 0))
        return HAKAM_BAD_ARGUMENT;
    return c::guarded([&]() -> hakam_code {
        Caller caller{*events, context};
        pgn::Reader reader{caller};
        // In pieces, so that a stop is soon noticed.
        constexpr std::size_t piece = 65'536;
        for (std::size_t at = 0; at < length && !caller.stopped(); at += piece)
            reader.feed({text + at, std::min(piece, length - at)});
        if (!caller.stopped()) reader.finish();
        return caller.stopped() ? HAKAM_STOPPED : HAKAM_OK;
    });
}
