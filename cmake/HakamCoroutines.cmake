# Refuses a compiler whose coroutines destroy the temporaries of `co_await f(...)` more often than
# they were made (g++ 12 does): the server would free live memory.
if(NOT DEFINED HAKAM_COROUTINES_SOUND)
    try_run(HAKAM_COROUTINES_STATUS HAKAM_COROUTINES_COMPILED
        ${CMAKE_BINARY_DIR}/coroutine_probe ${CMAKE_CURRENT_LIST_DIR}/coroutine_probe.cpp
        CMAKE_FLAGS -DCMAKE_CXX_STANDARD=20 -DCMAKE_CXX_STANDARD_REQUIRED=ON
        CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON
        COMPILE_OUTPUT_VARIABLE HAKAM_COROUTINES_OUTPUT)
    if(HAKAM_COROUTINES_COMPILED AND HAKAM_COROUTINES_STATUS EQUAL 0)
        set(HAKAM_COROUTINES_SOUND ON CACHE INTERNAL "co_await destroys its temporaries once")
    else()
        message(FATAL_ERROR "The play server cannot be built with ${CMAKE_CXX_COMPILER_ID} "
            "${CMAKE_CXX_COMPILER_VERSION}: its coroutines destroy the arguments of co_await f(...) "
            "twice, or do not compile. Use clang++-19, or -DHAKAM_SERVER=OFF.\n"
            "${HAKAM_COROUTINES_OUTPUT}")
    endif()
endif()
