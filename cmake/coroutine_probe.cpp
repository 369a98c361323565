// Exit status 0 when an owning temporary passed to a coroutine inside `co_await f(...)` is
// destroyed exactly as often as it is made. g++ 12 destroys some twice, which frees live memory.
#include <coroutine>
#include <exception>
#include <string>
#include <utility>

namespace {

int alive = 0;
bool broken = false;

struct Owner {
    Owner() : self{this} { ++alive; }
    Owner(Owner&& other) noexcept : text{std::move(other.text)}, self{this} { ++alive; }
    Owner(const Owner& other) : text{other.text}, self{this} { ++alive; }
    Owner& operator=(const Owner&) = delete;
    ~Owner() {
        if (self != this) broken = true;
        self = nullptr;
        --alive;
    }
    std::string text{"long enough not to be stored in place, so that it owns memory"};
    Owner* self;
};

struct Options {
    Owner first;
    Owner second;
    std::string name{"another text that is long enough to own memory of its own"};
};

struct Task {
    struct promise_type {
        std::coroutine_handle<> waiting;
        Task get_return_object() {
            return Task{std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() noexcept { return {}; }
        struct Final {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(
                std::coroutine_handle<promise_type> ended) noexcept {
                if (ended.promise().waiting) return ended.promise().waiting;
                return std::noop_coroutine();
            }
            void await_resume() noexcept {}
        };
        Final final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
    explicit Task(std::coroutine_handle<promise_type> handle) : coroutine{handle} {}
    Task(Task&& other) noexcept : coroutine{std::exchange(other.coroutine, {})} {}
    ~Task() {
        if (coroutine) coroutine.destroy();
    }
    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) noexcept {
        coroutine.promise().waiting = caller;
        return coroutine;
    }
    void await_resume() const noexcept {}
    std::coroutine_handle<promise_type> coroutine;
};

Task by_value(Owner) { co_return; }
Task by_reference(const Owner&) { co_return; }
Task aggregate(Options) { co_return; }
Task options_by_reference(const Options&) { co_return; }

Task all() {
    for (int i = 0; i < 3; ++i) {
        co_await by_value(Owner{});
        co_await by_reference(Owner{});
        co_await aggregate(Options{});
        co_await aggregate(Options{Owner{}, Owner{}, std::string(80, 'x')});
        co_await options_by_reference(Options{Owner{}, Owner{}, std::string(80, 'y')});
    }
}

}  // namespace

int main() {
    {
        Task task = all();
        task.coroutine.resume();
        if (!task.coroutine.done()) return 2;
    }
    return alive == 0 && !broken ? 0 : 1;
}
