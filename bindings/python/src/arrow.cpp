#include "arrow.hpp"

#include <nanobind/stl/vector.h>

#include <cerrno>
#include <cstring>
#include <functional>

// The structures of the Arrow C data interface, a public ABI that every producer declares itself.
extern "C" {
struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};
struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};
struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
    int (*get_next)(ArrowArrayStream*, ArrowArray*);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};
}

namespace hakam::python::arrow {

namespace {

constexpr std::int64_t nullable = 2;

struct SchemaOwner {
    std::string name;
    std::string format;
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema*> pointers;
};
struct ArrayOwner {
    Column column;
    std::vector<const void*> buffers;
    std::vector<ArrowArray> children;
    std::vector<ArrowArray*> pointers;
};

template <class T, class Owner>
void release(T* one) {
    auto* owner = static_cast<Owner*>(one->private_data);
    for (T& child : owner->children)
        if (child.release != nullptr) child.release(&child);
    delete owner;
    one->release = nullptr;
}

void fill(ArrowSchema& to, const Column& from) {
    auto* owner = new SchemaOwner{from.name, from.format, {}, {}};
    owner->children.resize(from.children.size());
    for (std::size_t i = 0; i < from.children.size(); ++i) fill(owner->children[i], from.children[i]);
    for (ArrowSchema& child : owner->children) owner->pointers.push_back(&child);
    to = {owner->format.c_str(), owner->name.c_str(), nullptr, nullable,
          static_cast<std::int64_t>(owner->children.size()), owner->pointers.data(), nullptr,
          release<ArrowSchema, SchemaOwner>, owner};
}

void fill(ArrowArray& to, const Column& from) {
    auto* owner = new ArrayOwner{from, {}, {}, {}};
    for (const auto& b : owner->column.buffers) owner->buffers.push_back(b.get());
    owner->children.resize(from.children.size());
    for (std::size_t i = 0; i < from.children.size(); ++i) fill(owner->children[i], from.children[i]);
    for (ArrowArray& child : owner->children) owner->pointers.push_back(&child);
    to = {from.length, from.nulls, 0, static_cast<std::int64_t>(owner->buffers.size()),
          static_cast<std::int64_t>(owner->children.size()), owner->buffers.data(),
          owner->pointers.data(), nullptr, release<ArrowArray, ArrayOwner>, owner};
}

template <class T>
nb::object capsule(T* value, const char* name) {
    PyObject* made = PyCapsule_New(value, name, [](PyObject* self) {
        auto* held = static_cast<T*>(PyCapsule_GetPointer(self, PyCapsule_GetName(self)));
        if (held->release != nullptr) held->release(held);
        delete held;
    });
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
}

struct Stream {
    Column shape;
    std::vector<Column> batches;
    std::size_t next = 0;
};

/// The values of an array; where they stand depends on its type.
class Texts {
public:
    Texts(const ArrowSchema& schema, const ArrowArray& array, bool binary) : array_{array} {
        format_ = schema.format;
        const bool text = format_ == "u" || format_ == "U";
        const bool bytes = format_ == "z" || format_ == "Z" || format_.starts_with("w:");
        if (!text && !(binary && bytes))
            throw nb::type_error(("expected an Arrow column of " +
                                  std::string{binary ? "binary" : "text"} + ", found format '" +
                                  format_ + "'")
                                     .c_str());
        if (format_.starts_with("w:")) width_ = std::strtoll(format_.c_str() + 2, nullptr, 10);
    }
    void each(const std::function<void(std::optional<std::string_view>)>& f) const {
        const auto* valid = static_cast<const std::uint8_t*>(array_.buffers[0]);
        for (std::int64_t i = array_.offset; i < array_.offset + array_.length; ++i) {
            if (valid != nullptr && (valid[i / 8] >> (i % 8) & 1) == 0)
                f(std::nullopt);
            else
                f(at(i));
        }
    }

private:
    std::string_view at(std::int64_t i) const {
        if (width_ > 0)
            return {static_cast<const char*>(array_.buffers[1]) + i * width_,
                    static_cast<std::size_t>(width_)};
        const auto* text = static_cast<const char*>(array_.buffers[2]);
        std::int64_t from = 0;
        std::int64_t to = 0;
        if (format_ == "U" || format_ == "Z") {
            const auto* offsets = static_cast<const std::int64_t*>(array_.buffers[1]);
            from = offsets[i];
            to = offsets[i + 1];
        } else {
            const auto* offsets = static_cast<const std::int32_t*>(array_.buffers[1]);
            from = offsets[i];
            to = offsets[i + 1];
        }
        if (to == from) return {};
        return {text + from, static_cast<std::size_t>(to - from)};
    }

    const ArrowArray& array_;
    std::string format_;
    std::int64_t width_ = 0;
};

/// A column of a Python object that asks for the protocol; batches of a stream are whole columns.
struct Holder {
    std::vector<Column> columns;
};

}  // namespace

Column TextBuilder::finish(std::string name) {
    Column c{std::move(name), "U", static_cast<std::int64_t>(size()), nulls_, {}, {}};
    c.buffers = {nulls_ == 0 ? nullptr : buffer(std::move(valid_)), buffer(std::move(offsets_)),
                 buffer(std::move(text_))};
    *this = TextBuilder{};
    return c;
}

nb::tuple export_array(const Column& column) {
    auto schema = std::make_unique<ArrowSchema>();
    auto array = std::make_unique<ArrowArray>();
    fill(*schema, column);
    nb::object first = capsule(schema.release(), "arrow_schema");
    fill(*array, column);
    return nb::make_tuple(first, capsule(array.release(), "arrow_array"));
}

nb::object export_schema(const Column& column) {
    auto schema = std::make_unique<ArrowSchema>();
    fill(*schema, column);
    return capsule(schema.release(), "arrow_schema");
}

nb::object export_stream(const Column& shape, std::vector<Column> batches) {
    auto stream = std::make_unique<ArrowArrayStream>();
    stream->private_data = new Stream{shape, std::move(batches)};
    stream->get_schema = [](ArrowArrayStream* self, ArrowSchema* out) {
        fill(*out, static_cast<Stream*>(self->private_data)->shape);
        return 0;
    };
    stream->get_next = [](ArrowArrayStream* self, ArrowArray* out) {
        auto* s = static_cast<Stream*>(self->private_data);
        if (s->next == s->batches.size()) {
            std::memset(out, 0, sizeof *out);
            return 0;
        }
        fill(*out, s->batches[s->next]);
        s->batches[s->next++] = {};
        return 0;
    };
    stream->get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
    stream->release = [](ArrowArrayStream* self) {
        delete static_cast<Stream*>(self->private_data);
        self->release = nullptr;
    };
    return capsule(stream.release(), "arrow_array_stream");
}

void each_text(nb::handle source, bool binary,
               const std::function<void(std::optional<std::string_view>)>& f) {
    if (nb::hasattr(source, "__arrow_c_array__")) {
        const nb::tuple pair{source.attr("__arrow_c_array__")()};
        const auto* schema =
            static_cast<ArrowSchema*>(PyCapsule_GetPointer(nb::object(pair[0]).ptr(), "arrow_schema"));
        const auto* array =
            static_cast<ArrowArray*>(PyCapsule_GetPointer(nb::object(pair[1]).ptr(), "arrow_array"));
        if (schema == nullptr || array == nullptr) throw nb::python_error();
        Texts{*schema, *array, binary}.each(f);
        return;
    }
    const nb::object held = source.attr("__arrow_c_stream__")();
    auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(held.ptr(), "arrow_array_stream"));
    if (stream == nullptr) throw nb::python_error();
    const auto check = [&](int code) {
        if (code == 0) return;
        const char* why = stream->get_last_error(stream);
        throw nb::value_error(why != nullptr ? why : "the Arrow stream failed");
    };
    struct Schema : ArrowSchema {
        ~Schema() {
            if (release != nullptr) release(this);
        }
    };
    struct Array : ArrowArray {
        ~Array() {
            if (release != nullptr) release(this);
        }
    };
    Schema schema{};
    check(stream->get_schema(stream, &schema));
    for (;;) {
        Array array{};
        check(stream->get_next(stream, &array));
        if (array.release == nullptr) return;
        Texts{schema, array, binary}.each(f);
    }
}

void bind(nb::module_& m) {
    nb::class_<Column>(m, "Column", nb::is_final(),
                       "A column for any Arrow library: pyarrow.array(column), polars.Series(column), "
                       "nanoarrow.Array(column). Structs are tables: pyarrow.record_batch(column).")
        .def("__arrow_c_array__", [](const Column& c, nb::handle) { return export_array(c); },
             "requested_schema"_a = nb::none(),
             nb::sig("def __arrow_c_array__(self, requested_schema: object | None = None) -> "
                     "tuple[object, object]"))
        .def("__arrow_c_schema__", [](const Column& c) { return export_schema(c); },
             nb::sig("def __arrow_c_schema__(self) -> object"))
        .def("__arrow_c_stream__",
             [](const Column& c, nb::handle) { return export_stream(c, {c}); },
             "requested_schema"_a = nb::none(),
             nb::sig("def __arrow_c_stream__(self, requested_schema: object | None = None) -> object"))
        .def("__len__", [](const Column& c) { return c.length; })
        .def_prop_ro("format", [](const Column& c) { return c.format; })
        .def_prop_ro("names", [](const Column& c) {
            std::vector<std::string> names;
            for (const Column& child : c.children) names.push_back(child.name);
            return names;
        });
    nb::class_<Holder>(m, "Batches", nb::is_final(),
                       "Record batches for any Arrow library: pyarrow.table(batches), "
                       "polars.DataFrame(batches), duckdb.from_arrow(...).")
        .def("__init__",
             [](Holder* self, nb::handle batches) {
                 new (self) Holder{};
                 for (const nb::handle b : nb::iter(batches)) self->columns.push_back(nb::cast<Column&>(b));
                 if (self->columns.empty()) throw nb::value_error("expected one batch at least");
             },
             "batches"_a,
             nb::sig("def __init__(self, batches: collections.abc.Iterable[Column]) -> None"))
        .def("__arrow_c_stream__",
             [](const Holder& h, nb::handle) { return export_stream(h.columns[0], h.columns); },
             "requested_schema"_a = nb::none(),
             nb::sig("def __arrow_c_stream__(self, requested_schema: object | None = None) -> object"))
        .def("__arrow_c_schema__", [](const Holder& h) { return export_schema(h.columns[0]); },
             nb::sig("def __arrow_c_schema__(self) -> object"))
        .def("__len__", [](const Holder& h) {
            std::int64_t rows = 0;
            for (const Column& c : h.columns) rows += c.length;
            return rows;
        });
}

}  // namespace hakam::python::arrow
