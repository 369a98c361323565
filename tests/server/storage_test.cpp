#include "server/storage.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "server/sqlite.hpp"

namespace hakam::server {
namespace {

namespace fs = std::filesystem;

class StorageTest : public testing::Test {
protected:
    StorageTest() {
        folder_ = fs::temp_directory_path() /
                  ("hakam_storage_" + std::to_string(::getpid()) + "_" +
                   testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~StorageTest() override { fs::remove_all(folder_); }

    std::string file() const { return (folder_ / "games.db").string(); }
    std::unique_ptr<Storage> open(const std::string& options = {}, Millis wall = 1000) {
        StorageOptions how;
        how.wall = wall;
        auto storage = open_storage("sqlite:" + file() + options, how);
        if (!storage) {
            fault_ = storage.error();
            return nullptr;
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
    static op::AppendEvent event(GameKey key, std::int64_t seq,
                                 std::optional<Millis> deadline = {}) {
        StoredEvent e;
        e.seq = seq;
        e.epoch = 1;
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

    fs::path folder_;
    std::string fault_;
};

TEST_F(StorageTest, AFileOfAnOlderSchemaIsBroughtUpToDate) {
    {
        auto storage = open();
        ASSERT_TRUE(storage) << fault_;
        ASSERT_EQ(write(*storage, {op::InsertGame{game(1, "aaaaaaaaaaaa")}, event(1, 1)}),
                  Durable::yes);
        storage->close(50, 1000);
    }
    {
        const sqlite::Connection db{file()};
        ASSERT_EQ(db.run("DROP TABLE records; PRAGMA user_version=1"), SQLITE_OK);
    }
    for (int i = 0; i < 2; ++i) {
        auto storage = open();
        ASSERT_TRUE(storage) << fault_;
        EXPECT_TRUE(storage->game("aaaaaaaaaaaa"));
        EXPECT_EQ(write(*storage, {op::PutRecord{{RecordKind::event, "x", 0, 1, "{}"}}}),
                  Durable::yes);
        EXPECT_EQ(storage->records(RecordKind::event, 0, 5).size(), 1U);
        storage->close(60, 1000);
    }
}

TEST_F(StorageTest, AFullDiskRefusesAndLosesNothing) {
    auto storage = open("?max_pages=40");
    ASSERT_TRUE(storage) << fault_;
    ASSERT_EQ(write(*storage, {op::InsertGame{game(1, "aaaaaaaaaaaa")}}), Durable::yes);
    std::int64_t stored = 0;
    Durable last = Durable::yes;
    for (std::int64_t seq = 1; seq < 2000 && last == Durable::yes; ++seq) {
        op::AppendEvent e = event(1, seq);
        e.event.body = std::string(2000, 'x');
        last = write(*storage, {std::move(e)}, 1, 1);
        if (last == Durable::yes) stored = seq;
    }
    EXPECT_EQ(last, Durable::full);
    EXPECT_GT(stored, 0);
    EXPECT_FALSE(storage->is_well());
    EXPECT_EQ(storage->events(1).size(), static_cast<std::size_t>(stored));
    storage.reset();
    storage = open();
    ASSERT_TRUE(storage) << fault_;
    EXPECT_EQ(storage->events(1).size(), static_cast<std::size_t>(stored));
    EXPECT_EQ(write(*storage, {event(1, stored + 1)}, 1, 2), Durable::yes);
}

TEST_F(StorageTest, ATornPageAtTheEndOfTheLogCostsNothing) {
    const std::string log = file() + "-wal";
    const std::string saved = (folder_ / "copy").string();
    {
        auto storage = open();
        ASSERT_TRUE(storage) << fault_;
        ASSERT_EQ(write(*storage, {op::InsertGame{game(1, "aaaaaaaaaaaa")}, event(1, 1)}),
                  Durable::yes);
        ASSERT_EQ(write(*storage, {event(1, 2)}), Durable::yes);
        fs::copy(file(), saved);
        fs::copy(log, saved + "-wal");
    }
    // What a power cut in the middle of the next commit leaves: half a frame behind the good ones.
    std::ofstream torn{saved + "-wal", std::ios::binary | std::ios::app};
    torn << std::string(2100, '\x5a');
    torn.close();
    StorageOptions how;
    auto storage = open_storage("sqlite:" + saved, how);
    ASSERT_TRUE(storage) << storage.error();
    EXPECT_EQ((*storage)->events(1).size(), 2U);
    EXPECT_EQ(write(**storage, {event(1, 3)}), Durable::yes);
}

TEST_F(StorageTest, PlayTimeStandsStillWhileNoServerRuns) {
    {
        auto storage = open({}, 10'000);
        ASSERT_TRUE(storage) << fault_;
        storage->heartbeat(1234, 11'234);
        ASSERT_EQ(write(*storage, {op::InsertGame{game(1, "aaaaaaaaaaaa")}}), Durable::yes);
        storage->heartbeat(1300, 11'300);
    }
    auto storage = open({}, 61'300);
    ASSERT_TRUE(storage) << fault_;
    EXPECT_EQ(storage->resumed().play, 1300);
    EXPECT_FALSE(storage->resumed().clean);
    EXPECT_EQ(storage->outage_since(1, 1), 50'000);
    EXPECT_EQ(storage->outage_since(1, 2), 0);
}

TEST_F(StorageTest, OneServerPerDatabase) {
    auto first = open();
    ASSERT_TRUE(first) << fault_;
    EXPECT_FALSE(open());
    EXPECT_NE(fault_.find("in use"), std::string::npos);
}

TEST_F(StorageTest, RefusesWhatIsNotADatabase) {
    std::ofstream{file()} << std::string(8192, 'x');
    EXPECT_FALSE(open());
    EXPECT_FALSE(fault_.empty());
    EXPECT_FALSE(open_storage("mysql://x", {}));
    EXPECT_FALSE(open_storage("sqlite:", {}));
    EXPECT_FALSE(open_storage("sqlite:/nonexistent/folder/x.db", {}));
}

}  // namespace
}  // namespace hakam::server
