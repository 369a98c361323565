#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

/// What the sub-commands use of CLI11, under the same names and with the same meaning, without its
/// headers: each file that includes those takes twenty seconds to compile, and there is one for each
/// sub-command. command_line.cpp passes everything on to CLI11 and is the only file that sees it.
namespace hakam::cli::CLI {

class App;
class Option;

/// Judges, and perhaps rewrites, the text of an option. An empty answer means that it is right.
class Validator {
public:
    Validator(std::function<std::string(std::string&)> judge, std::string name)
        : judge_{std::move(judge)}, name_{std::move(name)} {}
    const std::function<std::string(std::string&)>& judge() const { return judge_; }
    const std::string& name() const { return name_; }

private:
    std::function<std::string(std::string&)> judge_;
    std::string name_;
};

/// One of these words.
class IsMember {
public:
    IsMember(std::initializer_list<std::string> words) : words_{words} {}
    IsMember(std::vector<std::string> words) : words_{std::move(words)} {}
    const std::vector<std::string>& words() const { return words_; }

private:
    std::vector<std::string> words_;
};

enum class MultiOptionPolicy : std::uint8_t { TakeAll };

/// Thrown by a callback that finds an option wrong.
class ValidationError {
public:
    ValidationError(std::string option, std::string words)
        : option_{std::move(option)}, words_{std::move(words)} {}
    const std::string& option() const { return option_; }
    const std::string& words() const { return words_; }

private:
    std::string option_, words_;
};

class Option {
public:
    Option* required(bool value = true);
    Option* check(const Validator& validator);
    Option* check(const IsMember& words);
    Option* transform(const Validator& validator);
    Option* capture_default_str();
    Option* excludes(const Option* other);
    Option* expected(int least, int most);
    Option* expected(int count);
    Option* delimiter(char sign);
    Option* allow_extra_args(bool value);
    Option* multi_option_policy(MultiOptionPolicy policy);
    Option* group(const std::string& name);
    Option* default_str(std::string text);
    /// How often it was given.
    std::size_t count() const;

    explicit Option(void* real) : real_{real} {}

private:
    void* real_;  // ::CLI::Option
};

/// The types that an option may have; add one here and in command_line.cpp.
template <class T>
concept OptionValue =
    std::is_same_v<T, std::string> || std::is_same_v<T, std::vector<std::string>> ||
    std::is_same_v<T, std::optional<std::string>> || std::is_same_v<T, int> ||
    std::is_same_v<T, unsigned> || std::is_same_v<T, std::int64_t> ||
    std::is_same_v<T, std::uint64_t> || std::is_same_v<T, std::uint16_t> ||
    std::is_same_v<T, double> || std::is_same_v<T, std::optional<int>> ||
    std::is_same_v<T, std::optional<unsigned>> || std::is_same_v<T, std::optional<std::int64_t>> ||
    std::is_same_v<T, std::optional<std::uint64_t>> || std::is_same_v<T, std::optional<double>>;

class App {
public:
    App(const std::string& description, const std::string& name);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    App* add_subcommand(const std::string& name, const std::string& description);
    template <OptionValue T>
    Option* add_option(const std::string& name, T& value, const std::string& help = {});
    template <class T>
        requires std::is_same_v<T, std::string> || std::is_same_v<T, std::vector<std::string>>
    Option* add_option_function(const std::string& name,
                                const std::function<void(const T&)>& callback,
                                const std::string& help = {});
    Option* add_flag(const std::string& name, bool& value, const std::string& help = {});
    Option* add_flag(const std::string& name, const std::string& help = {});
    Option* set_version_flag(const std::string& name, const std::string& version);
    App* footer(const std::string& text);
    App* callback(std::function<void()> function);
    App* require_subcommand(int count);
    App* allow_extras();
    /// How often the option or sub-command of that name was given.
    std::size_t count(const std::string& name) const;
    /// The names of all sub-commands, and those that were given.
    std::vector<std::string> subcommand_names() const;
    std::vector<std::string> chosen() const;

    /// What parse() came to.
    enum class Parsed : std::uint8_t {
        done,      ///< the callback has run
        told,      ///< help or the version was asked for and printed
        required,  ///< something that must be given is missing; `complain` prints it
        wrong,     ///< the complaint was printed
    };
    Parsed parse(int argc, const char* const* argv);
    /// Prints the complaint of Parsed::required.
    void complain() const;

private:
    struct Impl;
    explicit App(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace hakam::cli::CLI
