// What every storage keeps to, on each kind: SQLite in a file, and a PostgreSQL of the test's own.

#include <gtest/gtest.h>

#include "server/storage_fixture.hpp"

namespace hakam::server {
namespace {

class StorageContractTest : public StorageFixture, public testing::WithParamInterface<Kind> {
protected:
    StorageContractTest() : StorageFixture{GetParam()} {}
};

TEST_P(StorageContractTest, KeepsWhatWasWritten) {
    {
        auto storage = open();
        ASSERT_TRUE(storage) << fault_;
        ASSERT_EQ(write(*storage,
                        {op::InsertGame{game(1, "aaaaaaaaaaaa")}, event(1, 1), event(1, 2, 777)}),
                  Durable::yes);
        storage->close(50, 1000);
    }
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    const auto row = storage->game("aaaaaaaaaaaa");
    ASSERT_TRUE(row);
    EXPECT_EQ(row->key, 1);
    EXPECT_EQ(row->black, "100%_Boris");
    EXPECT_EQ(row->ply, 2);
    const auto events = storage->events(1);
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[1].command, 0xfedcba9876543210U);
    EXPECT_EQ(events[1].deadline, 777);
    EXPECT_FALSE(events[0].deadline);
    for (const auto& shards : {std::vector<int>{}, std::vector<int>{0, 1}}) {
        const auto wakes = storage->wakes(shards);
        ASSERT_EQ(wakes.size(), 1U);
        EXPECT_EQ(wakes[0].deadline, 777);
    }
    EXPECT_EQ(storage->events(1, 1).size(), 1U);
    EXPECT_GT(storage->resumed().next_game, 1);
    EXPECT_GT(storage->resumed().epoch, 1);
    EXPECT_TRUE(storage->resumed().clean);
}

TEST_P(StorageContractTest, AWriteHappensAsAWholeOrNotAtAll) {
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    ASSERT_EQ(write(*storage, {op::InsertGame{game(1, "aaaaaaaaaaaa")}, event(1, 1)}),
              Durable::yes);
    EXPECT_EQ(write(*storage, {event(1, 2), event(1, 1)}), Durable::conflict);
    EXPECT_EQ(storage->events(1).size(), 1U);
    EXPECT_EQ(write(*storage, {event(1, 2)}), Durable::yes);
}

TEST_P(StorageContractTest, AfterAFailureTheSameIncarnationIsFenced) {
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    ASSERT_EQ(write(*storage, {op::InsertGame{game(1, "aaaaaaaaaaaa")}, event(1, 1)}, 1, 1),
              Durable::yes);
    EXPECT_EQ(write(*storage, {event(1, 1)}, 1, 1), Durable::conflict);
    EXPECT_EQ(write(*storage, {event(1, 2)}, 1, 1), Durable::failed);
    EXPECT_EQ(write(*storage, {event(1, 2)}, 1, 2), Durable::yes);
    EXPECT_EQ(storage->events(1).size(), 2U);
}

TEST_P(StorageContractTest, AnInvitationIsTakenOnce) {
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    const TokenHash hash = hash_of("invitation");
    ASSERT_EQ(
        write(*storage, {op::InsertToken{{hash, TokenKind::invitation, 1, Seat::black, 0, 0}}}),
        Durable::yes);
    const op::InsertToken seat{{hash_of("seat"), TokenKind::seat, 1, Seat::black, 0, 0}};
    EXPECT_EQ(write(*storage, {op::TakeToken{hash}, seat}), Durable::yes);
    const op::InsertToken other{{hash_of("other"), TokenKind::seat, 1, Seat::black, 0, 0}};
    EXPECT_EQ(write(*storage, {op::TakeToken{hash}, other}), Durable::conflict);
    EXPECT_TRUE(storage->token(hash_of("seat")));
    EXPECT_FALSE(storage->token(hash_of("other")));
}

TEST_P(StorageContractTest, NamesOfAccountsAreUniqueWhateverTheirCase) {
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    EXPECT_EQ(write(*storage, {op::InsertAccount{{1, "Nodirbek", "x", 1}}}), Durable::yes);
    EXPECT_EQ(write(*storage, {op::InsertAccount{{2, "nodirbek", "x", 1}}}), Durable::conflict);
    EXPECT_EQ(storage->account("NODIRBEK")->key, 1);
}

TEST_P(StorageContractTest, RecordsArePutFoundAndTaken) {
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    const auto put = [&](RecordKind kind, const std::string& key, AccountKey account,
                         Millis created, const std::string& body) {
        return write(*storage, {op::PutRecord{{kind, key, account, created, body}}});
    };
    ASSERT_EQ(write(*storage, {op::InsertAccount{{7, "Anna", "x", 1}}}), Durable::yes);
    ASSERT_EQ(put(RecordKind::access_token, "aa", 7, 10, "{}"), Durable::yes);
    ASSERT_EQ(put(RecordKind::access_token, "bb", 7, 20, "{}"), Durable::yes);
    ASSERT_EQ(put(RecordKind::access_token, "cc", 8, 30, "{}"), Durable::yes);
    ASSERT_EQ(put(RecordKind::profile, "aa", 7, 10, "{\"bot\":true}"), Durable::yes);
    ASSERT_EQ(put(RecordKind::access_token, "aa", 7, 99, "{\"n\":2}"), Durable::yes);
    EXPECT_EQ(storage->record(RecordKind::access_token, "aa")->body, "{\"n\":2}");
    EXPECT_EQ(storage->record(RecordKind::access_token, "aa")->created, 10);
    EXPECT_EQ(storage->record(RecordKind::profile, "aa")->body, "{\"bot\":true}");
    EXPECT_FALSE(storage->record(RecordKind::event, "aa"));
    const auto own = storage->records(RecordKind::access_token, 7, 10);
    ASSERT_EQ(own.size(), 2U);
    EXPECT_EQ(own[0].key, "bb");
    EXPECT_EQ(storage->records(RecordKind::access_token, 0, 2).size(), 2U);
    EXPECT_EQ(write(*storage, {op::TakeRecord{RecordKind::access_token, "bb"}}), Durable::yes);
    EXPECT_EQ(write(*storage, {op::TakeRecord{RecordKind::access_token, "bb"}}),
              Durable::conflict);
    EXPECT_EQ(write(*storage, {op::DeleteAccount{7}}), Durable::yes);
    EXPECT_FALSE(storage->record(RecordKind::access_token, "aa"));
    EXPECT_FALSE(storage->record(RecordKind::profile, "aa"));
    EXPECT_TRUE(storage->record(RecordKind::access_token, "cc"));
}

TEST_P(StorageContractTest, FindsOnesOwnGames) {
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    std::vector<Op> ops;
    for (GameKey key = 1; key <= 9; ++key) {
        ops.push_back(op::InsertGame{game(key, "aaaaaaaaaaa" + std::to_string(key))});
        ops.push_back(op::InsertToken{{hash_of("seat" + std::to_string(key)), TokenKind::seat, key,
                                       Seat::white, key == 7 ? 42 : 0, 0}});
    }
    ASSERT_EQ(write(*storage, std::move(ops)), Durable::yes);
    GameQuery query;
    query.tokens = {hash_of("seat2"), hash_of("seat5"), hash_of("nobody")};
    query.account = 42;
    auto found = storage->find(query);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].row.key, 7);
    EXPECT_EQ(found[2].row.key, 2);
    ASSERT_EQ(found[2].seats.size(), 1U);
    EXPECT_EQ(found[2].seats[0].second, hash_of("seat2"));
    query.text = "0%_b";
    EXPECT_EQ(storage->find(query).size(), 3U);
    query.text = "0%b";
    EXPECT_EQ(storage->find(query).size(), 0U) << "wildcards are text";
    query.text.clear();
    query.limit = 1;
    query.before_created = found[0].row.created;
    query.before_key = found[0].row.key;
    found = storage->find(query);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].row.key, 5);
}

TEST_P(StorageContractTest, TextOfEveryKindComesBackAsItWas) {
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    GameRow row = game(1, "aaaaaaaaaaaa");
    row.white = "{\"a\",\\b} NULL 'x' Ҳакам حَكَم \t\n";
    row.info = R"({"x":"\\\"{}"})";
    op::AppendEvent e = event(1, 1, -5);
    e.event.body = R"({"text":"\\ \" , {NULL} '' $1 ♜"})";
    e.event.kind = "NULL";
    e.event.actor = "";
    e.event.at = -1;
    ASSERT_EQ(write(*storage, {op::InsertGame{row}, e}), Durable::yes);
    EXPECT_EQ(storage->game(1)->white, row.white);
    EXPECT_EQ(storage->game(1)->info, row.info);
    const StoredEvent got = storage->events(1).at(0);
    EXPECT_EQ(got.body, e.event.body);
    EXPECT_EQ(got.kind, "NULL");
    EXPECT_EQ(got.actor, "");
    EXPECT_EQ(got.at, -1);
    EXPECT_EQ(got.deadline, -5);
}

TEST_P(StorageContractTest, ManyWritersLoseNothingAndKeepTheirOrder) {
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    constexpr GameKey games = 50;
    constexpr std::int64_t length = 40;
    for (GameKey key = 1; key <= games; ++key)
        ASSERT_EQ(write(*storage, {op::InsertGame{game(key, "g" + std::to_string(key))}}),
                  Durable::yes);
    std::atomic<int> kept{0};
    for (std::int64_t seq = 1; seq <= length; ++seq)
        for (GameKey key = 1; key <= games; ++key)
            storage->write({{event(key, seq)}, key, 1, [&](Durable d) {
                                kept += d == Durable::yes ? 1 : 0;
                            }});
    EXPECT_EQ(write(*storage, {event(1, length + 1)}, 1, 1), Durable::yes);
    EXPECT_EQ(kept, games * length);
    for (GameKey key = 2; key <= games; ++key) {
        const auto events = storage->events(key);
        ASSERT_EQ(events.size(), static_cast<std::size_t>(length));
        EXPECT_EQ(events.back().seq, length);
    }
}

TEST_P(StorageContractTest, OneBadUnitOfAGroupHarmsNoOther) {
    auto storage = open();
    ASSERT_TRUE(storage) << fault_;
    ASSERT_EQ(write(*storage, {op::InsertGame{game(1, "aaaaaaaaaaaa")},
                               op::InsertGame{game(2, "bbbbbbbbbbbb")}, event(1, 1)}),
              Durable::yes);
    std::vector<Durable> results(4, Durable::full);
    const auto put = [&](std::size_t at, std::vector<Op> ops, GameKey key) {
        storage->write({std::move(ops), key, 1, [&results, at](Durable d) { results[at] = d; }});
    };
    put(0, {event(2, 1)}, 2);
    put(1, {event(1, 1)}, 1);  // that seq is taken
    put(2, {event(1, 2)}, 1);  // and what comes after it in that game falls with it
    put(3, {event(2, 2)}, 2);
    EXPECT_EQ(write(*storage, {event(2, 3)}, 2, 1), Durable::yes);
    EXPECT_EQ(results, (std::vector{Durable::yes, Durable::conflict, Durable::failed,
                                    Durable::yes}));
    EXPECT_EQ(storage->events(1).size(), 1U);
    EXPECT_EQ(storage->events(2).size(), 3U);
}

INSTANTIATE_TEST_SUITE_P(Storages, StorageContractTest,
                         testing::Values(Kind::sqlite, Kind::postgres), [](const auto& p) {
                             return p.param == Kind::sqlite ? "Sqlite" : "Postgres";
                         });

}  // namespace
}  // namespace hakam::server
