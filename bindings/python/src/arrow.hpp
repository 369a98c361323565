#pragma once

#include <cstdint>
#include <memory>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common.hpp"

/// The C data interface of Apache Arrow: columns that any Arrow library takes without a copy, by the
/// PyCapsule protocol. Nothing of Arrow is linked or imported.
namespace hakam::python::arrow {

/// A column, or with children a struct or list of them. Memory is shared with what was exported.
struct Column {
    std::string name;
    std::string format;  ///< as the C data interface spells types: "u", "I", "+l", ...
    std::int64_t length = 0;
    std::int64_t nulls = 0;
    /// Buffers in Arrow's order for the type; the first is the validity bitmap, or null.
    std::vector<std::shared_ptr<const void>> buffers;
    std::vector<Column> children;
};

template <class T>
std::shared_ptr<const void> buffer(std::vector<T>&& values) {
    auto kept = std::make_shared<std::vector<T>>(std::move(values));
    return {kept, kept->data()};
}
template <class T>
Column numbers(std::string name, const char* format, std::vector<T>&& values) {
    Column c{std::move(name), format, static_cast<std::int64_t>(values.size()), 0, {}, {}};
    c.buffers = {nullptr, buffer(std::move(values))};
    return c;
}

/// Text as it grows.
class TextBuilder {
public:
    void add(std::string_view text) {
        text_.insert(text_.end(), text.begin(), text.end());
        end(true);
    }
    void add_null() { end(false); }
    std::size_t size() const { return offsets_.size() - 1; }
    Column finish(std::string name);

private:
    void end(bool valid) {
        if (size() % 8 == 0) valid_.push_back(0);
        if (valid)
            valid_[size() / 8] = static_cast<std::uint8_t>(valid_[size() / 8] | 1U << size() % 8);
        else
            ++nulls_;
        offsets_.push_back(static_cast<std::int64_t>(text_.size()));
    }
    std::vector<char> text_;
    std::vector<std::int64_t> offsets_{0};
    std::vector<std::uint8_t> valid_;
    std::int64_t nulls_ = 0;
};

/// A list of numbers a row.
template <class T>
struct ListBuilder {
    std::vector<T> values;
    std::vector<std::int64_t> offsets{0};
    void end() { offsets.push_back(static_cast<std::int64_t>(values.size())); }
    Column finish(std::string name, const char* format) {
        Column c{std::move(name), "+L", static_cast<std::int64_t>(offsets.size()) - 1, 0, {}, {}};
        c.children.push_back(numbers("item", format, std::move(values)));
        c.buffers = {nullptr, buffer(std::move(offsets))};
        values.clear();
        offsets = {0};
        return c;
    }
};

/// Capsules of one column: (schema, array).
nb::tuple export_array(const Column& column);
nb::object export_schema(const Column& column);
/// A stream of record batches, each a struct column of the same shape.
nb::object export_stream(const Column& shape, std::vector<Column> batches);

/// Calls f(text) for each value of anything with __arrow_c_array__ or __arrow_c_stream__ that holds
/// utf8, large utf8, or (if `binary`) binary of any kind; nulls come as std::nullopt.
void each_text(nb::handle source, bool binary,
               const std::function<void(std::optional<std::string_view>)>& f);

void bind(nb::module_& m);

}  // namespace hakam::python::arrow
