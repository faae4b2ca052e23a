# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightLink
-------------

What every link of the build gets. Private.

``-Wl,--wrap=...``
  Calls of the hooks go to names that only the runtime defines: a missing runtime is a link error
  instead of an empty trace (libc exports empty hooks). Calls of ``swapcontext`` and ``setcontext``
  tell the runtime which stack comes next.
``-Wl,--undefined=...``, ``libcallsight-module.a``
  The piece that registers the module; in modules with hooks only.
``libcallsight-rt.a`` or ``.so``
  By path, never by target name: a name would leak into the export sets of the project.

All are link *items*: options of private static dependencies are dropped in projects whose policy
CMP0099 is OLD. Inside ``$<BUILD_INTERFACE:>``, so that nothing reaches ``install(EXPORT)``. Only shared
libraries of projects that ask for CMake before 2.8.12 have them as options: items are their interface too.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_link(<is_shared> <hooked> <target>...): <is_shared>: the runtime is the shared library.
# <hooked>: list of the targets that can contain hooks or use the API, among all <target>s of the build.
function(_callsight_link is_shared hooked)
  if(is_shared)
    _callsight_promise_runtime()
  endif()
  foreach(target IN LISTS ARGN)
    get_target_property(type "${target}" TYPE)
    set(is_hooked FALSE)
    if(target IN_LIST hooked)
      set(is_hooked TRUE)
    endif()
    _callsight_shows_items(shows_items "${target}")
    if(type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
      _callsight_link_items(items BUILD_INTERFACE ${is_shared} ${is_hooked})
      if(type STREQUAL "SHARED_LIBRARY" AND shows_items)
        _callsight_link_by_options("${target}" ${items})
      else()
        set_property(TARGET "${target}" APPEND PROPERTY LINK_LIBRARIES ${items})
      endif()
      _callsight_link_depends("${target}" ${is_shared})
    elseif(is_hooked AND NOT shows_items AND type MATCHES "^(STATIC_LIBRARY|OBJECT_LIBRARY)$")
      # Whoever links it: the runtime must stand behind the archive as well.
      set(interface BUILD_LOCAL_INTERFACE)
      if(CMAKE_VERSION VERSION_LESS 3.26)
        set(interface BUILD_INTERFACE)
      endif()
      _callsight_link_items(items ${interface} ${is_shared} TRUE)
      set_property(TARGET "${target}" APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${items})
    endif()
  endforeach()
endfunction()

function(_callsight_link_by_options target)
  set_property(TARGET "${target}" APPEND PROPERTY LINK_OPTIONS ${ARGN})
  set(files ${ARGN})
  list(FILTER files INCLUDE REGEX "^[^:]*:/")
  set_property(TARGET "${target}" APPEND PROPERTY LINK_DEPENDS ${files})
endfunction()

# CMake looks into the shared library for its name and links by -l where there is none, as before the
# first build. The second time it would write other link lines, and everything would be linked
# again. From a link to a longer name it takes that name; the build replaces the link.
function(_callsight_promise_runtime)
  _callsight_runtime_dir(dir)
  set(configs "none")
  if(dir MATCHES "\\$<CONFIG>$")
    set(configs ${CMAKE_CONFIGURATION_TYPES})
  endif()
  foreach(config IN LISTS configs)
    string(REPLACE "$<CONFIG>" "${config}" folder "${dir}")
    if(NOT EXISTS "${folder}/libcallsight-rt.so")
      file(MAKE_DIRECTORY "${folder}")
      file(CREATE_LINK libcallsight-rt.so.0 "${folder}/libcallsight-rt.so" SYMBOLIC)
    endif()
  endforeach()
endfunction()

function(_callsight_link_items out interface is_shared is_hooked)
  _callsight_runtime_dir(dir)
  set(items "-Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit"
    "-Wl,--wrap=swapcontext,--wrap=setcontext")
  if(is_hooked)
    # The hooks too: with link-time optimisation their calls appear after archives were searched,
    # and --as-needed drops a library that nothing has asked for yet.
    list(APPEND items
      "-Wl,--undefined=csr_module_anchor,--undefined=__wrap___cyg_profile_func_enter"
      "${dir}/libcallsight-module.a")
  endif()
  if(is_shared)
    list(APPEND items "${dir}/libcallsight-rt.so")
  else()
    list(APPEND items "${dir}/libcallsight-rt.a")
  endif()
  # A library of its own before glibc 2.34, empty since.
  list(APPEND items "-lpthread")
  list(TRANSFORM items PREPEND "$<${interface}:")
  list(TRANSFORM items APPEND ">")
  set(${out} "${items}" PARENT_SCOPE)
endfunction()

function(_callsight_link_depends target is_shared)
  if(NOT is_shared)
    add_dependencies("${target}" callsight_rt_static callsight_rt_module)
    return()
  endif()
  add_dependencies("${target}" callsight_rt_shared callsight_rt_module)
  _callsight_runtime_dir(dir)
  set_property(TARGET "${target}" APPEND PROPERTY BUILD_RPATH "${dir}")
  set_property(TARGET "${target}" APPEND PROPERTY INSTALL_RPATH "${dir}")
  _callsight_property(is_skipped "${target}" SKIP_BUILD_RPATH)
  if(is_skipped OR CMAKE_SKIP_RPATH OR CMAKE_SKIP_INSTALL_RPATH)
    set_property(TARGET "${target}" APPEND PROPERTY LINK_LIBRARIES
      "$<BUILD_INTERFACE:-Wl,-rpath,${dir}>")
  endif()
endfunction()
