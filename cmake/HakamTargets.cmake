# hakam_room(NAME [ROOM...]): the static library hakam_NAME from src/NAME, alias hakam::NAME, linked
# to the rooms it may include and to nothing else. A room that has no sources yet is skipped.

include(CheckCXXSourceCompiles)

add_library(hakam_options INTERFACE)
target_compile_features(hakam_options INTERFACE cxx_std_20)
target_compile_options(hakam_options INTERFACE
    $<$<CXX_COMPILER_ID:Clang>:-fconstexpr-steps=100000000>
    $<$<CXX_COMPILER_ID:GNU>:-fconstexpr-ops-limit=1000000000 -fconstexpr-loop-limit=1000000>
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 reports reads of std::variant and std::optional storage that cannot happen, and
    # overlapping copies in std::string operator+ (its bug 105651).
    target_compile_options(hakam_options INTERFACE -Wno-maybe-uninitialized -Wno-restrict)
endif()
if(HAKAM_WARNINGS_AS_ERRORS)
    target_compile_options(hakam_options INTERFACE -Werror)
endif()
if(HAKAM_CHECKED)
    target_compile_definitions(hakam_options INTERFACE HAKAM_CHECKED)
endif()
if(HAKAM_NATIVE)
    target_compile_options(hakam_options INTERFACE -march=native)
    set(CMAKE_REQUIRED_FLAGS "-march=native")
endif()
check_cxx_source_compiles("
#if !defined(__BMI2__)
#error no PEXT
#endif
int main() {}" HAKAM_HAS_PEXT)
unset(CMAKE_REQUIRED_FLAGS)
if(HAKAM_HAS_PEXT)
    target_compile_definitions(hakam_options INTERFACE HAKAM_PEXT)
endif()

set(HAKAM_ROOMS "")

function(hakam_room name)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
    if(NOT sources)
        return()
    endif()
    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/hakam/${name}/*.hpp)
    add_library(hakam_${name} STATIC ${sources})
    add_library(hakam::${name} ALIAS hakam_${name})
    set_target_properties(hakam_${name} PROPERTIES EXPORT_NAME ${name})
    target_sources(hakam_${name} PUBLIC FILE_SET HEADERS
        BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${headers})
    target_include_directories(hakam_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src/${name})
    target_compile_features(hakam_${name} PUBLIC cxx_std_20)
    target_link_libraries(hakam_${name} PRIVATE $<BUILD_INTERFACE:hakam_options>)
    if(HAKAM_CHECKED)
        target_compile_definitions(hakam_${name} PUBLIC HAKAM_CHECKED)
    endif()
    foreach(room IN LISTS ARGN)
        if(TARGET hakam_${room})
            target_link_libraries(hakam_${name} PUBLIC hakam_${room})
        endif()
    endforeach()
    set(HAKAM_ROOMS ${HAKAM_ROOMS} ${name} PARENT_SCOPE)
endfunction()

# hakam::hakam is all rooms at once.
macro(hakam_umbrella)
    add_library(hakam_hakam INTERFACE)
    add_library(hakam::hakam ALIAS hakam_hakam)
    set_target_properties(hakam_hakam PROPERTIES EXPORT_NAME hakam)
    foreach(room IN LISTS HAKAM_ROOMS)
        target_link_libraries(hakam_hakam INTERFACE hakam_${room})
    endforeach()
endmacro()

# hakam_kernels(): copies of the hot part of the room core for the levels of x86-64, chosen at run
# time (src/core/kernel.hpp, dispatch.cpp). Each has its own name for the namespace hakam.
function(hakam_kernels)
    if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" OR HAKAM_NATIVE)
        message(FATAL_ERROR "HAKAM_DISPATCH is for x86-64 and excludes HAKAM_NATIVE")
    endif()
    set(folder ${PROJECT_SOURCE_DIR}/src/core)
    set(avx512 -mavx512vbmi -mavx512vbmi2 -mavx512vpopcntdq)
    foreach(level x86-64 x86-64-v2 x86-64-v3 x86-64-v4)
        string(REPLACE "-" "_" name ${level})
        set(unit ${PROJECT_BINARY_DIR}/kernels/kernel_${name}.cpp)
        file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"kernel.inc\"\n")
        add_library(hakam_kernel_${name} OBJECT ${unit} ${folder}/generate.cpp ${folder}/perft.cpp
            ${folder}/two_plies.cpp ${folder}/attacks.cpp ${folder}/attack_tables.cpp)
        target_include_directories(hakam_kernel_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include ${folder})
        target_link_libraries(hakam_kernel_${name} PRIVATE hakam_options)
        target_compile_options(hakam_kernel_${name} PRIVATE -march=${level})
        target_compile_definitions(hakam_kernel_${name} PRIVATE
            hakam=hakam_${name} HAKAM_KERNEL=hakam_kernel_${name})
        if(level MATCHES "v[34]$")
            target_compile_definitions(hakam_kernel_${name} PRIVATE HAKAM_PEXT)
        endif()
        if(level MATCHES "v4$")
            target_compile_options(hakam_kernel_${name} PRIVATE ${avx512})
        endif()
        target_sources(hakam_core PRIVATE $<TARGET_OBJECTS:hakam_kernel_${name}>)
    endforeach()
    target_compile_definitions(hakam_core PRIVATE HAKAM_DISPATCH)
endfunction()

# hakam_precompile(TARGET HEADER...): headers of others that most of its files include are read once.
# Only headers that no change of ours touches, so that a change does not build the whole target.
function(hakam_precompile target)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    # Without the time in it ccache knows the same header again.
    target_compile_options(${target} PRIVATE
        $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()
