#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <deque>

namespace hakam::cli::CLI {
namespace {

::CLI::Option* real(void* option) { return static_cast<::CLI::Option*>(option); }

}  // namespace

struct App::Impl {
    std::unique_ptr<::CLI::App> owned;  // of the topmost
    ::CLI::App* app = nullptr;
    std::vector<std::unique_ptr<App>> subcommands;
    std::deque<Option> options;  // their addresses stay
    std::function<void()> complain;

    Option* keep(::CLI::Option* option) { return &options.emplace_back(option); }
};

Option* Option::required(bool value) { return real(real_)->required(value), this; }
Option* Option::check(const Validator& validator) {
    // CLI11 takes a check to be what does not change the text.
    real(real_)->check(::CLI::Validator{
        [judge = validator.judge()](std::string& text) {
            std::string copy = text;
            return judge(copy);
        },
        validator.name()});
    return this;
}
Option* Option::check(const IsMember& words) {
    return real(real_)->check(::CLI::IsMember{words.words()}), this;
}
Option* Option::transform(const Validator& validator) {
    return real(real_)->transform(::CLI::Validator{validator.judge(), validator.name()}), this;
}
Option* Option::capture_default_str() { return real(real_)->capture_default_str(), this; }
Option* Option::excludes(const Option* other) {
    return real(real_)->excludes(real(other->real_)), this;
}
Option* Option::expected(int least, int most) { return real(real_)->expected(least, most), this; }
Option* Option::expected(int count) { return real(real_)->expected(count), this; }
Option* Option::delimiter(char sign) { return real(real_)->delimiter(sign), this; }
Option* Option::allow_extra_args(bool value) { return real(real_)->allow_extra_args(value), this; }
Option* Option::multi_option_policy(MultiOptionPolicy) {
    return real(real_)->multi_option_policy(::CLI::MultiOptionPolicy::TakeAll), this;
}
Option* Option::group(const std::string& name) { return real(real_)->group(name), this; }
Option* Option::default_str(std::string text) {
    return real(real_)->default_str(std::move(text)), this;
}
std::size_t Option::count() const { return real(real_)->count(); }

App::App(const std::string& description, const std::string& name) : impl_{new Impl} {
    impl_->owned = std::make_unique<::CLI::App>(description, name);
    impl_->app = impl_->owned.get();
}
App::App(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
App::~App() = default;

App* App::add_subcommand(const std::string& name, const std::string& description) {
    auto impl = std::make_unique<Impl>();
    impl->app = impl_->app->add_subcommand(name, description);
    impl_->subcommands.push_back(std::unique_ptr<App>{new App{std::move(impl)}});
    return impl_->subcommands.back().get();
}
template <OptionValue T>
Option* App::add_option(const std::string& name, T& value, const std::string& help) {
    return impl_->keep(impl_->app->add_option(name, value, help));
}
template Option* App::add_option(const std::string&, std::string&, const std::string&);
template Option* App::add_option(const std::string&, std::vector<std::string>&, const std::string&);
template Option* App::add_option(const std::string&, std::optional<std::string>&,
                                 const std::string&);
template Option* App::add_option(const std::string&, int&, const std::string&);
template Option* App::add_option(const std::string&, unsigned&, const std::string&);
template Option* App::add_option(const std::string&, std::int64_t&, const std::string&);
template Option* App::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option* App::add_option(const std::string&, std::uint16_t&, const std::string&);
template Option* App::add_option(const std::string&, double&, const std::string&);
template Option* App::add_option(const std::string&, std::optional<int>&, const std::string&);
template Option* App::add_option(const std::string&, std::optional<unsigned>&, const std::string&);
template Option* App::add_option(const std::string&, std::optional<std::int64_t>&,
                                 const std::string&);
template Option* App::add_option(const std::string&, std::optional<std::uint64_t>&,
                                 const std::string&);
template Option* App::add_option(const std::string&, std::optional<double>&, const std::string&);

template <class T>
    requires std::is_same_v<T, std::string> || std::is_same_v<T, std::vector<std::string>>
Option* App::add_option_function(const std::string& name,
                                 const std::function<void(const T&)>& callback,
                                 const std::string& help) {
    return impl_->keep(impl_->app->add_option_function<T>(name, callback, help));
}
template Option* App::add_option_function(const std::string&,
                                          const std::function<void(const std::string&)>&,
                                          const std::string&);
template Option* App::add_option_function(
    const std::string&, const std::function<void(const std::vector<std::string>&)>&,
    const std::string&);

Option* App::add_flag(const std::string& name, bool& value, const std::string& help) {
    return impl_->keep(impl_->app->add_flag(name, value, help));
}
Option* App::add_flag(const std::string& name, const std::string& help) {
    return impl_->keep(impl_->app->add_flag(name, help));
}
Option* App::set_version_flag(const std::string& name, const std::string& version) {
    return impl_->keep(impl_->app->set_version_flag(name, version));
}
App* App::footer(const std::string& text) { return impl_->app->footer(text), this; }
App* App::callback(std::function<void()> function) {
    impl_->app->callback([function = std::move(function)] {
        try {
            function();
        } catch (const ValidationError& error) {
            throw ::CLI::ValidationError(error.option(), error.words());
        }
    });
    return this;
}
App* App::require_subcommand(int count) { return impl_->app->require_subcommand(count), this; }
App* App::allow_extras() { return impl_->app->allow_extras(), this; }
std::size_t App::count(const std::string& name) const { return impl_->app->count(name); }

std::vector<std::string> App::subcommand_names() const {
    std::vector<std::string> names;
    for (const ::CLI::App* one : impl_->app->get_subcommands({})) names.push_back(one->get_name());
    return names;
}
std::vector<std::string> App::chosen() const {
    std::vector<std::string> names;
    for (const ::CLI::App* one : impl_->app->get_subcommands()) names.push_back(one->get_name());
    return names;
}

App::Parsed App::parse(int argc, const char* const* argv) {
    try {
        impl_->app->parse(argc, argv);
        return Parsed::done;
    } catch (const ::CLI::RequiredError& error) {
        impl_->complain = [app = impl_->app, error] { app->exit(error); };
        return Parsed::required;
    } catch (const ::CLI::ParseError& error) {
        return impl_->app->exit(error) == 0 ? Parsed::told : Parsed::wrong;
    }
}
void App::complain() const {
    if (impl_->complain) impl_->complain();
}

}  // namespace hakam::cli::CLI
