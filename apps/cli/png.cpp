// PNG through librsvg and cairo. Both are loaded when a picture is asked for, so that the other
// commands start without them.

#include "board_picture.hpp"

#if defined(HAKAM_RSVG)

#include <cairo/cairo.h>
#include <dlfcn.h>
#include <librsvg/rsvg.h>

namespace hakam::cli {

namespace {

/// The few functions used, looked up by name.
struct Libraries {
    void* rsvg = ::dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    void* cairo = ::dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    void* gobject = ::dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);

    bool loaded() const { return rsvg != nullptr && cairo != nullptr && gobject != nullptr; }

    template <class Function>
    static Function* find(void* library, const char* name) {
        return reinterpret_cast<Function*>(::dlsym(library, name));
    }
};

#define HAKAM_FROM(library, name) \
    const auto name = Libraries::find<decltype(::name)>(library, #name)

cairo_status_t append(void* text, const unsigned char* data, unsigned length) {
    static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

}  // namespace

Expected<std::string, std::string> png_from_svg(std::string_view svg, int width, int height) {
    if (height == 0) height = width;
    const Libraries libraries;
    if (!libraries.loaded())
        return Unexpected{
            std::string{"a PNG needs the libraries librsvg-2.so.2 and libcairo.so.2"}};
    HAKAM_FROM(libraries.rsvg, rsvg_handle_new_from_data);
    HAKAM_FROM(libraries.rsvg, rsvg_handle_render_document);
    HAKAM_FROM(libraries.cairo, cairo_image_surface_create);
    HAKAM_FROM(libraries.cairo, cairo_surface_status);
    HAKAM_FROM(libraries.cairo, cairo_create);
    HAKAM_FROM(libraries.cairo, cairo_surface_write_to_png_stream);
    HAKAM_FROM(libraries.cairo, cairo_destroy);
    HAKAM_FROM(libraries.cairo, cairo_surface_destroy);
    HAKAM_FROM(libraries.gobject, g_object_unref);
    if (!rsvg_handle_new_from_data || !rsvg_handle_render_document || !cairo_image_surface_create ||
        !cairo_surface_status || !cairo_create || !cairo_surface_write_to_png_stream ||
        !cairo_destroy || !cairo_surface_destroy || !g_object_unref)
        return Unexpected{std::string{"this librsvg is too old for a PNG"}};

    RsvgHandle* handle =
        rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), nullptr);
    if (handle == nullptr) return Unexpected{std::string{"librsvg can not read the picture"}};
    cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t* context = cairo_create(surface);
    const RsvgRectangle viewport{0, 0, static_cast<double>(width), static_cast<double>(height)};
    std::string png;
    bool drawn = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS &&
                 rsvg_handle_render_document(handle, context, &viewport, nullptr) != 0;
    drawn =
        drawn && cairo_surface_write_to_png_stream(surface, append, &png) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(context);
    cairo_surface_destroy(surface);
    g_object_unref(handle);
    if (!drawn) return Unexpected{std::string{"the picture can not be drawn"}};
    return png;
}

}  // namespace hakam::cli

#else

namespace hakam::cli {

Expected<std::string, std::string> png_from_svg(std::string_view, int, int) {
    return Unexpected{std::string{"this build has no librsvg and writes no PNG"}};
}

}  // namespace hakam::cli

#endif
