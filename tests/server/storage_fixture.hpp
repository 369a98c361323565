#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "server/postgres.hpp"
#include "server/storage.hpp"

namespace hakam::server {

enum class Kind { sqlite, postgres };

/// A PostgreSQL for this test program (tools/postgres), ended with it.
class TestPostgres {
public:
    static TestPostgres& instance() {
        static TestPostgres one;
        return one;
    }
    const std::string& url() const { return url_; }
    const std::string& folder() const { return folder_; }
    std::string tool(const std::string& what) const {
        const std::string command = HAKAM_SOURCE_DIR "/tools/postgres " + what + " " + folder_;
        FILE* pipe = ::popen(command.c_str(), "r");
        std::array<char, 512> line{};
        std::string out;
        while (std::fgets(line.data(), line.size(), pipe) != nullptr) out += line.data();
        ::pclose(pipe);
        while (!out.empty() && out.back() == '\n') out.pop_back();
        return out;
    }

private:
    TestPostgres()
        : folder_{(std::filesystem::temp_directory_path() /
                   ("hakam_pg_" + std::to_string(::getpid())))
                      .string()} {
        url_ = tool("start");
    }
    ~TestPostgres() {
        tool("kill");
        std::filesystem::remove_all(folder_);
    }
    std::string folder_;
    std::string url_;
};

class StorageFixture : public testing::Test {
protected:
    explicit StorageFixture(Kind kind) : kind_{kind} {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        std::string name = test->name();
        for (char& c : name)
            if (c == '/') c = '_';
        folder_ = std::filesystem::temp_directory_path() /
                  ("hakam_contract_" + std::to_string(::getpid()) + "_" + name);
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        if (kind_ == Kind::postgres) {
            postgres::Connection db{TestPostgres::instance().url(), std::chrono::seconds{20}};
            db.run_all("DROP SCHEMA IF EXISTS hakam CASCADE");
        }
    }
    ~StorageFixture() override { std::filesystem::remove_all(folder_); }

    std::string url() const {
        return kind_ == Kind::sqlite ? "sqlite:" + (folder_ / "games.db").string()
                                     : TestPostgres::instance().url();
    }
    /// Opens it and waits until it owns all shards.
    std::unique_ptr<Storage> open(const std::string& node = "one") {
        StorageOptions how;
        how.wall = 1000;
        how.node = node;
        how.lease = std::chrono::milliseconds{1000};
        how.on_leases = [this](const LeaseNews& news) {
            const std::lock_guard lock{mutex_};
            for (const Term& term : news.gained)
                epochs_[static_cast<std::size_t>(term.shard)] = term.epoch, ++owned_;
            ready_.notify_all();
        };
        owned_ = 0;
        auto storage = open_storage(url(), how);
        if (!storage) {
            fault_ = storage.error();
            return nullptr;
        }
        if (kind_ == Kind::postgres) {
            std::unique_lock lock{mutex_};
            ready_.wait_for(lock, std::chrono::seconds{60}, [this] { return owned_ >= 1024; });
        }
        return *std::move(storage);
    }
    /// Writes and waits until its fate is known.
    static Durable write(Storage& storage, std::vector<Op> ops, GameKey game = 0,
                         std::uint64_t incarnation = 0) {
        std::mutex mutex;
        std::condition_variable ready;
        std::optional<Durable> result;
        storage.write({std::move(ops), game, incarnation, [&](Durable durable) {
                           const std::lock_guard lock{mutex};
                           result = durable;
                           ready.notify_one();
                       }});
        std::unique_lock lock{mutex};
        ready.wait(lock, [&] { return result.has_value(); });
        return *result;
    }
    static GameRow game(GameKey key, const std::string& id) {
        GameRow row;
        row.key = key;
        row.id = id;
        row.created = 5000 + key;
        row.white = "Anna";
        row.black = "100%_Boris";
        row.info = "{}";
        return row;
    }
    op::AppendEvent event(GameKey key, std::int64_t seq, std::optional<Millis> deadline = {}) {
        StoredEvent e;
        e.seq = seq;
        e.epoch = kind_ == Kind::sqlite ? 1 : epochs_[static_cast<std::size_t>(shard_of(key))];
        e.kind = "Release";
        e.body = R"({"from":"e2"})";
        e.at = 100 + seq;
        e.actor = "white";
        e.client_seq = seq;
        e.command = 0xfedcba9876543210U;
        e.ply = seq;
        e.deadline = deadline;
        return {key, e};
    }

    Kind kind_;
    std::filesystem::path folder_;
    std::string fault_;
    std::mutex mutex_;
    std::condition_variable ready_;
    std::array<std::int64_t, shard_count> epochs_{};
    int owned_ = 0;
};

}  // namespace hakam::server
