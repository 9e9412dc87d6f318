# SPDX-License-Identifier: Apache-2.0
# portkern for vcpkg, of the source that this file lies in:
# vcpkg install portkern --overlay-ports=packaging/vcpkg
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
vcpkg_check_linkage(ONLY_DYNAMIC_LIBRARY)

set(features)
foreach(feature IN ITEMS cpu opencl cuda tools)
    if(feature IN_LIST FEATURES)
        list(APPEND features "-D${feature}=enabled")
    else()
        list(APPEND features "-D${feature}=disabled")
    endif()
endforeach()

vcpkg_configure_meson(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS -Dtests=disabled -Dllvm_static=enabled ${features}
)
vcpkg_install_meson()
vcpkg_fixup_pkgconfig()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/portkern)
if("tools" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES portkern AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
