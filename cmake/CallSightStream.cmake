# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightStream
---------------

What is recorded here and kept elsewhere: captures with ``STREAM``, the target ``callsight-serve``, and

.. command:: callsight_add_stream_client

  ::

    callsight_add_stream_client(<target> [ZSTD <library>] [TLS <library>...])

  Compiles the device's client ``callsight-stream`` by the C compiler of this build, from the sources that
  the component ``Stream`` brings. Makes the executable ``<target>``.

  ``ZSTD <library>``
    libzstd for the device: a target, or the path of a library; its header is looked for in ``../include`` of
    it as well. Default: searched for where CMake searches for libraries of the device.
  ``TLS <library>...``
    OpenSSL 3 for the device, ``libssl`` and ``libcrypto``: targets or paths. Default: streams are not
    encrypted.

  When ``CALLSIGHT_INSTRUMENT`` is off only the arguments are checked; the target does not exist.

  Added in 0.1.

``CALLSIGHT_SERVE_ARGS``
  More options of ``callsight serve`` for the target ``callsight-serve``.
``CALLSIGHT_STREAM_CLIENT``
  Path of a ``callsight-stream`` for captures with ``STREAM``, instead of the package's.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

function(callsight_add_stream_client target)
  set(keywords ZSTD TLS)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ZSTD" "TLS")
  _callsight_reject_leftovers(callsight_add_stream_client "${target}" "${arg_UNPARSED_ARGUMENTS}"
    "${arg_KEYWORDS_MISSING_VALUES}" ${keywords})
  _callsight_reject_misspelt(callsight_add_stream_client "${target}" "${arg_TLS}" ${keywords})
  if(TARGET "${target}")
    message(FATAL_ERROR "callsight_add_stream_client(${target}): there is already a target of that name")
  endif()
  if(NOT CALLSIGHT_INSTRUMENT)
    return()
  endif()
  if(NOT CMAKE_C_COMPILER_LOADED)
    message(FATAL_ERROR "callsight_add_stream_client(${target}): C is not enabled in "
      "${CMAKE_CURRENT_SOURCE_DIR}. Name it in project() or enable_language() first.")
  endif()

  _callsight_stream_sources(folder "${target}")
  set(rooms client common)
  if(arg_TLS)
    list(APPEND rooms tls)
  endif()
  set(sources "")
  foreach(room IN LISTS rooms)
    # Every file of a folder of the package: nobody adds any there.
    file(GLOB room_sources "${folder}/${room}/*.c")
    list(APPEND sources ${room_sources})
  endforeach()
  if(NOT arg_ZSTD)
    find_library(CALLSIGHT_STREAM_ZSTD NAMES zstd DOC "libzstd for the device")
    if(NOT CALLSIGHT_STREAM_ZSTD)
      message(FATAL_ERROR "callsight_add_stream_client(${target}): libzstd was not found for the device "
        "(Debian package libzstd-dev of its architecture). Give it with ZSTD <library>.")
    endif()
    set(arg_ZSTD "${CALLSIGHT_STREAM_ZSTD}")
  endif()
  set(zstd_include "")
  if(NOT TARGET "${arg_ZSTD}")
    get_filename_component(zstd_dir "${arg_ZSTD}" DIRECTORY)
    find_path(CALLSIGHT_STREAM_ZSTD_INCLUDE zstd.h HINTS "${zstd_dir}/../include" DOC "zstd.h for the device")
    if(CALLSIGHT_STREAM_ZSTD_INCLUDE)
      set(zstd_include "${CALLSIGHT_STREAM_ZSTD_INCLUDE}")
    endif()
  endif()
  add_executable("${target}" ${sources})
  set_property(GLOBAL APPEND PROPERTY CALLSIGHT_OWN_TARGETS "${target}") # neither hooks nor runtime
  set_target_properties("${target}" PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  list(TRANSFORM rooms PREPEND "${folder}/" OUTPUT_VARIABLE includes)
  set(formats "${folder}/include")
  if(NOT EXISTS "${formats}")
    get_filename_component(formats "${folder}/../runtime/include" ABSOLUTE)
  endif()
  target_include_directories("${target}" PRIVATE ${includes} "${formats}" ${zstd_include})
  target_link_libraries("${target}" PRIVATE ${arg_ZSTD} ${arg_TLS})
  if(arg_TLS)
    target_compile_definitions("${target}" PRIVATE CALLSIGHT_TLS)
  endif()
endfunction()

# _callsight_stream_sources(<out> <target>): the folder that holds client/, common/ and tls/.
function(_callsight_stream_sources out target)
  get_property(folder GLOBAL PROPERTY CALLSIGHT_STREAM_SOURCES) # of an installed package
  if(NOT folder)
    get_filename_component(folder "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../stream" ABSOLUTE)
  endif()
  if(NOT EXISTS "${folder}/client")
    message(FATAL_ERROR "callsight_add_stream_client(${target}): the sources of callsight-stream are not "
      "in ${folder}. Install CallSight with its component Stream.")
  endif()
  set(${out} "${folder}" PARENT_SCOPE)
endfunction()

# _callsight_check_stream(<name> <address> <options> <mode> <environment>): the arguments of a capture
# that is sent to <address>.
function(_callsight_check_stream name address options mode environment)
  set(me "callsight_add_capture(${name})")
  if("${address}" STREQUAL "")
    if(options)
      message(FATAL_ERROR "${me}: STREAM_OPTIONS are those of STREAM, which is missing")
    endif()
    return()
  endif()
  if(NOT address MATCHES "^unix:.|\\$<")
    if(NOT address MATCHES "^([^][:/ ]+|\\[[0-9A-Fa-f:.%a-z]+\\]):([1-9][0-9]*)$"
        OR CMAKE_MATCH_2 GREATER 65535)
      message(FATAL_ERROR "${me}: STREAM is '${address}', expected <host>:<port>, or unix:<path> of a "
        "socket, where callsight serve listens")
    endif()
  endif()
  if(mode AND NOT mode STREQUAL "events")
    message(FATAL_ERROR "${me}: MODE ${mode} cannot be sent: what STREAM carries is events. A ${mode} is "
      "one small file, kept where the program runs.")
  endif()
  foreach(variable IN LISTS environment)
    if(variable MATCHES "^TRACE_(SHM|TRIGGER)=." OR variable MATCHES "^TRACE_MODE=(summary|count)$"
        OR variable MATCHES "^TRACE_FULL=wrap$")
      message(FATAL_ERROR "${me}: ENVIRONMENT: ${variable} does not go with STREAM, which sends every "
        "event through a memory object of its own")
    endif()
  endforeach()
endfunction()

# _callsight_stream_program(<out> <name>): the executable target of the client that runs here.
function(_callsight_stream_program out name)
  if(CALLSIGHT_STREAM_CLIENT)
    if(NOT TARGET callsight_stream_given)
      if(NOT EXISTS "${CALLSIGHT_STREAM_CLIENT}")
        message(FATAL_ERROR "CALLSIGHT_STREAM_CLIENT: there is no file ${CALLSIGHT_STREAM_CLIENT}")
      endif()
      add_executable(callsight_stream_given IMPORTED GLOBAL)
      set_target_properties(callsight_stream_given PROPERTIES
        IMPORTED_LOCATION "${CALLSIGHT_STREAM_CLIENT}")
    endif()
    set(${out} callsight_stream_given PARENT_SCOPE)
    return()
  endif()
  set(runs_here FALSE)
  if(TARGET CallSight::stream)
    set(runs_here TRUE)
    if(CMAKE_CROSSCOMPILING) # the package may be one of the target
      get_target_property(path CallSight::stream LOCATION)
      _callsight_program_version("${path}" runs_here callsight-stream)
    endif()
  endif()
  if(NOT runs_here)
    message(FATAL_ERROR "callsight_add_capture(${name}): STREAM needs the program callsight-stream, which "
      "is not there, or not for this machine. Install CallSight with its component Stream (Debian package "
      "callsight-stream), or set CALLSIGHT_STREAM_CLIENT to its path.")
  endif()
  set(${out} CallSight::stream PARENT_SCOPE)
endfunction()

# _callsight_stream_words(<words> <client> <name>): the options of callsight run that send a capture, and the
# file of the client; both empty when it is not sent.
function(_callsight_stream_words words_out client_out name)
  set(words "")
  set(client "")
  get_property(address GLOBAL PROPERTY CALLSIGHT_CAPTURE_${name}_STREAM)
  if(address)
    get_property(options GLOBAL PROPERTY CALLSIGHT_CAPTURE_${name}_STREAM_OPTIONS)
    _callsight_stream_program(program "${name}")
    set(client "$<TARGET_FILE:${program}>")
    _callsight_brackets(HIDE address)
    set(words --stream "${address}" --stream-client "${client}")
    list(TRANSFORM options PREPEND "--stream-option=")
    list(APPEND words ${options})
  endif()
  set(${words_out} "${words}" PARENT_SCOPE)
  set(${client_out} "${client}" PARENT_SCOPE)
endfunction()

# _callsight_serve_target(): the target callsight-serve.
function(_callsight_serve_target)
  _callsight_cli(cli)
  separate_arguments(options UNIX_COMMAND "${CALLSIGHT_SERVE_ARGS}")
  _callsight_received_dir(dir)
  add_custom_target(callsight-serve
    COMMAND "$<TARGET_FILE:${cli}>" serve --dir "${dir}" ${options}
    COMMENT "Receiving captures into ${dir}; Ctrl-C ends it" VERBATIM USES_TERMINAL)
endfunction()

# _callsight_received_dir(<out>): where callsight-serve puts what it receives.
function(_callsight_received_dir out)
  set(${out} "${CMAKE_BINARY_DIR}/_callsight/received" PARENT_SCOPE)
endfunction()

# _callsight_sent_words(<out> <captures>): commands that say which captures were sent, and where.
function(_callsight_sent_words out captures)
  set(commands "")
  foreach(capture IN LISTS captures)
    get_property(address GLOBAL PROPERTY CALLSIGHT_CAPTURE_${capture}_STREAM)
    if(address)
      list(APPEND commands COMMAND "${CMAKE_COMMAND}" -E echo "${capture}: sent to ${address}")
    endif()
  endforeach()
  set(${out} "${commands}" PARENT_SCOPE)
endfunction()

# _callsight_report_received(<out> <hooked>): the command that reports the newest run that callsight-serve
# received. Its programs may have been copied to another machine: they are looked for where they were built.
function(_callsight_report_received out hooked)
  _callsight_cli(cli)
  _callsight_received_dir(dir)
  set(folders "")
  foreach(target IN LISTS hooked)
    get_target_property(type "${target}" TYPE)
    if(type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
      list(APPEND folders "$<TARGET_FILE_DIR:${target}>")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  list(JOIN folders "|" folders)
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/scripts/ReportReceived.cmake")
  set(${out} COMMAND "${CMAKE_COMMAND}" "-DCLI=$<TARGET_FILE:${cli}>" "-DRECEIVED=${dir}"
    "-DSYMBOLS=${folders}" -P "${script}" PARENT_SCOPE)
endfunction()
