include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(targets hakam_hakam)
foreach(room IN LISTS HAKAM_ROOMS)
    list(APPEND targets hakam_${room})
endforeach()
install(TARGETS ${targets} EXPORT hakamTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} FILE_SET HEADERS)
install(FILES include/hakam/hakam.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hakam OPTIONAL)
install(EXPORT hakamTargets NAMESPACE hakam::
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/hakam FILE hakamConfig.cmake)
write_basic_package_version_file(hakamConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hakamConfigVersion.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/hakam)
