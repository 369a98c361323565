#include "server/postgres.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>

namespace hakam::server::postgres {

using Clock = std::chrono::steady_clock;

TokenHash Result::hash(int row, int column) const {
    TokenHash hash{};
    const std::string text = this->text(row, column);
    const auto value = [](char c) {
        return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
    };
    for (std::size_t i = 0; i < hash.size() && 2 * i + 3 < text.size(); ++i)
        hash[i] = static_cast<unsigned char>(value(text[2 * i + 2]) << 4U | value(text[2 * i + 3]));
    return hash;
}

std::string Result::message() const {
    std::string text = raw_ ? PQresultErrorMessage(raw_.get()) : "no answer";
    std::replace(text.begin(), text.end(), '\n', ' ');
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text.empty() ? "the connection is lost" : text;
}

Connection::Connection(const std::string& url, std::chrono::milliseconds wait_at_most)
    : patience{wait_at_most} {
    raw_.reset(PQconnectStart(url.c_str()));
    if (!raw_ || PQstatus(raw_.get()) == CONNECTION_BAD) return;
    const auto deadline = Clock::now() + patience;
    for (PostgresPollingStatusType state = PGRES_POLLING_WRITING;
         state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED;
         state = PQconnectPoll(raw_.get()))
        if (!wait(deadline, state == PGRES_POLLING_WRITING)) {
            give_up();
            return;
        }
    if (!is_open()) return;
    PQsetNoticeProcessor(
        raw_.get(), [](void*, const char*) {}, nullptr);
    // What is acknowledged must be on disk, however the database is set up.
    if (!run_all("SET synchronous_commit = on; SET client_min_messages = warning; "
                 "SET search_path = hakam, public")
             .is_ok())
        give_up();
}

std::string Connection::message() const {
    if (given_up_) return "no answer in time";
    std::string text = raw_ ? PQerrorMessage(raw_.get()) : "out of memory";
    std::replace(text.begin(), text.end(), '\n', ' ');
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

bool Connection::wait(Clock::time_point deadline, bool for_writing) {
    for (;;) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        struct pollfd what {
            PQsocket(raw_.get()), static_cast<short>(for_writing ? POLLIN | POLLOUT : POLLIN), 0
        };
        const int ready = ::poll(&what, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
        if (ready > 0) return true;
        if (ready == 0 || errno != EINTR) return false;
    }
}

void Connection::give_up() {
    given_up_ = true;
    raw_.reset();
}

PGresult* Connection::next(Clock::time_point deadline, bool& lost) {
    lost = true;
    if (!raw_) return nullptr;
    for (;;) {
        const int unsent = PQflush(raw_.get());
        if (unsent < 0) return nullptr;
        if (unsent == 0 && PQisBusy(raw_.get()) == 0) break;
        if (!wait(deadline, unsent > 0)) {
            give_up();
            return nullptr;
        }
        if (PQconsumeInput(raw_.get()) == 0) return nullptr;
    }
    lost = false;
    return PQgetResult(raw_.get());
}

Result Connection::run_all(const std::string& sql) {
    const auto deadline = Clock::now() + patience;
    if (!raw_ || PQsendQuery(raw_.get(), sql.c_str()) == 0) return {};
    Result last;
    for (;;) {
        bool lost = false;
        PGresult* raw = next(deadline, lost);
        if (lost) return {};
        if (raw == nullptr) return last;
        if (last.is_there() && !last.is_ok())
            PQclear(raw);
        else
            last = Result{raw};
    }
}

const std::string& Connection::prepared(const char* sql) {
    // The statements are literals, so their addresses tell them apart.
    const auto found = std::find_if(names_.begin(), names_.end(),
                                    [sql](const auto& entry) { return entry.first == sql; });
    if (found != names_.end()) return found->second;
    static const std::string none;
    return none;
}

Result Connection::run(const char* sql, const Args& args) {
    if (!raw_) return {};
    std::string name = prepared(sql);
    const auto deadline = Clock::now() + patience;
    const auto collect = [&] {
        Result last;
        for (;;) {
            bool lost = false;
            PGresult* raw = next(deadline, lost);
            if (lost) return Result{};
            if (raw == nullptr) return last;
            last = Result{raw};
        }
    };
    if (name.empty()) {
        name = "s" + std::to_string(names_.size());
        if (PQsendPrepare(raw_.get(), name.c_str(), sql, 0, nullptr) == 0) return {};
        Result made = collect();
        if (!made.is_ok()) return made;
        names_.emplace_back(sql, name);
    }
    const auto pointers = args.pointers();
    if (PQsendQueryPrepared(raw_.get(), name.c_str(), args.count(), pointers.data(), nullptr,
                            nullptr, 0) == 0)
        return {};
    return collect();
}

bool Connection::begin_pipeline() {
    if (!raw_) return false;
    PQsetnonblocking(raw_.get(), 1);
    queued_ = 0;
    return PQenterPipelineMode(raw_.get()) == 1;
}

bool Connection::queue(const char* sql, const Args& args) {
    if (!raw_) return false;
    std::string name = prepared(sql);
    if (name.empty()) {
        name = "s" + std::to_string(names_.size());
        if (PQsendPrepare(raw_.get(), name.c_str(), sql, 0, nullptr) == 0) return false;
        names_.emplace_back(sql, name);
        ++queued_;
    }
    const auto pointers = args.pointers();
    if (PQsendQueryPrepared(raw_.get(), name.c_str(), args.count(), pointers.data(), nullptr,
                            nullptr, 0) == 0)
        return false;
    ++queued_;
    return true;
}

Result Connection::finish_pipeline() {
    const auto deadline = Clock::now() + patience;
    if (!raw_ || PQpipelineSync(raw_.get()) == 0) return {};
    Result answer;
    bool fault = false;
    bool ended = false;
    while (!ended) {
        bool lost = false;
        PGresult* raw = next(deadline, lost);
        if (lost) {
            raw_.reset();
            return {};
        }
        if (raw == nullptr) {  // between two statements
            if (is_open()) continue;
            raw_.reset();
            return {};
        }
        Result got{raw};
        if (got.status() == PGRES_PIPELINE_SYNC) {
            ended = true;
        } else if (!fault) {
            fault = !got.is_ok();
            answer = std::move(got);
        }
    }
    if (fault) names_.clear();  // what was to be prepared after the fault was not
    if (PQexitPipelineMode(raw_.get()) == 0) {
        raw_.reset();
        return {};
    }
    PQsetnonblocking(raw_.get(), 0);
    if (fault && !(run_all("ROLLBACK").is_ok() && run_all("DEALLOCATE ALL").is_ok())) raw_.reset();
    return answer;
}

std::string shown(const std::string& url) {
    const std::size_t scheme = url.find("://");
    const std::size_t at = url.find('@');
    if (scheme == std::string::npos || at == std::string::npos) return url.substr(0, url.find('?'));
    const std::size_t colon = url.find(':', scheme + 3);
    std::string out = url;
    if (colon != std::string::npos && colon < at) out.erase(colon, at - colon);
    return out.substr(0, out.find('?'));
}

}  // namespace hakam::server::postgres
