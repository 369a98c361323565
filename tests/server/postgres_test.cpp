// What only a storage that several servers share has to keep to.

#include <thread>

#include "server/postgres_schema.hpp"
#include "server/storage_fixture.hpp"

namespace hakam::server {
namespace {

class PostgresTest : public StorageFixture {
protected:
    PostgresTest() : StorageFixture{Kind::postgres} {}
};

TEST_F(PostgresTest, AnAppendOfAnOldTermIsRefused) {
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    ASSERT_EQ(write(*storage, {op::InsertGame{game(1, "aaaaaaaaaaaa")}, event(1, 1)}),
              Durable::yes);
    op::AppendEvent stale = event(1, 2);
    --stale.event.epoch;
    EXPECT_EQ(write(*storage, {stale}, 1, 1), Durable::stale);
    storage->release({1});
    EXPECT_EQ(write(*storage, {event(1, 2)}, 1, 2), Durable::stale) << "the shard was given back";
    EXPECT_EQ(storage->events(1).size(), 1U);
}

TEST_F(PostgresTest, WhoIsTakenForDeadCanAppendNothing) {
    auto zombie = open("zombie");
    ASSERT_TRUE(zombie) << fault_;
    ASSERT_EQ(write(*zombie, {op::InsertGame{game(1, "aaaaaaaaaaaa")}, event(1, 1)}),
              Durable::yes);
    const op::AppendEvent late = event(1, 2);
    // The other one starts under its name, as if the first had been killed.
    auto heir = open("zombie");
    ASSERT_TRUE(heir) << fault_;
    EXPECT_EQ(write(*zombie, {late}, 1, 1), Durable::stale);
    // The zombie is a server like any other again, and one of the two has the shard.
    const auto by_heir = write(*heir, {event(1, 2)}, 1, 2);
    const auto by_zombie = write(*zombie, {event(1, 2)}, 1, 2);
    EXPECT_NE(by_heir == Durable::yes, by_zombie == Durable::yes);
    const auto events = heir->events(1);
    ASSERT_EQ(events.size(), 2U);
    EXPECT_GT(events[1].epoch, events[0].epoch);
}

TEST_F(PostgresTest, ARestartOfTheDatabaseLosesNothing) {
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    ASSERT_EQ(write(*storage, {op::InsertGame{game(1, "aaaaaaaaaaaa")}}), Durable::yes);
    std::atomic<std::int64_t> kept{0};
    std::atomic<std::int64_t> refused{0};
    std::atomic<bool> end{false};
    std::int64_t seq = 0;
    std::thread player{[&] {
        while (!end) {
            storage->write({{event(1, ++seq)}, 1, 1, [&](Durable d) {
                                ++(d == Durable::yes ? kept : refused);
                            }});
            std::this_thread::sleep_for(std::chrono::milliseconds{2});
        }
    }};
    std::this_thread::sleep_for(std::chrono::milliseconds{300});
    TestPostgres::instance().tool("kill");
    EXPECT_TRUE(storage->is_stalled());
    EXPECT_THROW(storage->game(1), Unreachable);
    TestPostgres::instance().tool("start");
    const auto before = kept.load();
    for (int i = 0; i < 500 && kept <= before + 20; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    end = true;
    player.join();
    EXPECT_EQ(write(*storage, {event(1, seq + 1)}, 1, 1), Durable::yes);
    EXPECT_EQ(refused, 0) << "what was on its way waited";
    EXPECT_EQ(kept, seq);
    std::size_t found = 0;
    for (int i = 0; i < 100 && found == 0; ++i) {  // it tries again now and then only
        try {
            found = storage->events(1).size();
        } catch (const Unreachable&) {
            std::this_thread::sleep_for(std::chrono::milliseconds{100});
        }
    }
    EXPECT_EQ(found, static_cast<std::size_t>(seq) + 1);
}

TEST_F(PostgresTest, ADatabaseOfAnOlderSchemaIsMigratedByCommandAlone) {
    {
        postgres::Connection db{url(), std::chrono::seconds{20}};
        EXPECT_EQ(postgres::migrate(db, 1), std::nullopt);
        ASSERT_TRUE(db.run_all("INSERT INTO hakam.games VALUES (1, 'aaaaaaaaaaaa', 1, 1, false, "
                               "false, 'A', 'B', '', '', 0, '{}')")
                        .is_ok());
    }
    EXPECT_FALSE(open());
    EXPECT_NE(fault_.find("hakam migrate"), std::string::npos) << fault_;
    const auto done = migrate_storage(url());
    ASSERT_TRUE(done) << done.error();
    EXPECT_EQ(done->from, 1);
    EXPECT_EQ(done->to, postgres::schema_version);
    EXPECT_EQ(migrate_storage(url())->from, postgres::schema_version) << "twice is once";
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    EXPECT_EQ(storage->game("aaaaaaaaaaaa")->white, "A");
    EXPECT_EQ(write(*storage, {event(1, 1)}), Durable::yes);
    storage.reset();
    {
        postgres::Connection db{url(), std::chrono::seconds{20}};
        db.run_all("UPDATE hakam.meta SET version = 99, oldest = 99");
    }
    EXPECT_FALSE(open());
    EXPECT_FALSE(migrate_storage(url()));
}

TEST_F(PostgresTest, ServersThatStartAtOnceSetUpOneDatabase) {
    std::array<std::string, 4> faults;
    std::vector<std::thread> servers;
    for (std::string& fault : faults)
        servers.emplace_back([this, &fault] {
            postgres::Connection db{url(), std::chrono::seconds{20}};
            if (!postgres::schema_state(db)) fault = "cannot read";
            if (const auto why = postgres::migrate(db)) fault = *why;
        });
    for (std::thread& server : servers) server.join();
    for (const std::string& fault : faults) EXPECT_EQ(fault, "");
    EXPECT_TRUE(open()) << fault_;
}

TEST_F(PostgresTest, PlayTimeGoesOnWhereTheLastServerWas) {
    auto first = open("first");
    ASSERT_TRUE(first) << fault_;
    first->heartbeat(5000, 0);
    ASSERT_EQ(write(*first, {op::InsertGame{game(1, "aaaaaaaaaaaa")}, event(1, 1)}), Durable::yes);
    first->close(6000, 0);
    std::optional<Term> taken;
    StorageOptions how;
    how.node = "second";
    how.on_leases = [&](const LeaseNews& news) {
        const std::lock_guard lock{mutex_};
        for (const Term& term : news.gained)
            if (term.shard == 1) taken = term;
        ready_.notify_all();
    };
    auto second = open_storage(url(), how);
    ASSERT_TRUE(second) << second.error();
    std::unique_lock lock{mutex_};
    ASSERT_TRUE(ready_.wait_for(lock, std::chrono::seconds{60}, [&] { return taken.has_value(); }));
    EXPECT_EQ(taken->base, 6000);
    EXPECT_EQ((*second)->outage_since(1, taken->epoch), 0);
}

}  // namespace
}  // namespace hakam::server
