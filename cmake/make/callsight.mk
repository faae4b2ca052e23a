# SPDX-License-Identifier: MIT
# CallSight for GNU Make (4.3 or newer). docs/reference/make.md says what a project writes; in short,
# below the lines that set CC and CXX:
#
#     CALLSIGHT_PROGRAMS := app
#     CALLSIGHT_SOURCES := $(SRCS)
#     CALLSIGHT_OBJECTS := $(OBJS)
#     include $(shell pkg-config --variable=make callsight)
#
# and on the command line CALLSIGHT=1. Without it nothing changes, but for a project that was built
# with tracing before: then what was traced is built again, once.
#
# What is done to the project's own targets, each by variables of that target alone:
#   objects   CC, CXX  get a response file, "callsight flags" writes it
#   programs  CC, CXX  have "callsight link" in front, which adds the runtime
#   both      .EXTRA_PREREQS  has what the options read: no automatic variable shows it
ifeq ($(filter extra-prereqs,$(.FEATURES)),)
$(error callsight.mk: this is GNU Make $(MAKE_VERSION), expected 4.3 or newer)
endif

callsight.goal := $(.DEFAULT_GOAL)
callsight.empty :=
callsight.blank := $(callsight.empty) $(callsight.empty)
define callsight.line


endef
callsight.file := $(lastword $(MAKEFILE_LIST))
callsight.here := $(patsubst %/,%,$(dir $(abspath $(callsight.file))))
# A path with blanks is several words there: as many of the last ones as make a file.
ifeq ($(wildcard $(callsight.file)),)
callsight.here := $(shell rest='$(MAKEFILE_LIST)'; path=; while [ -n "$$rest" ] && [ ! -f "$$path" ]; do \
  word=$${rest##* }; rest=$${rest%"$$word"}; rest=$${rest% }; path="$$word$${path:+ $$path}"; done; dirname "$$path")
endif
# '...' for the shell where a path has blanks; targets and prerequisites have a backslash then.
callsight.quote = $(if $(findstring $(callsight.blank),$(1)),'$(1)',$(1))
callsight.escape = $(subst $(callsight.blank),\ ,$(1))
callsight.clean = $(if $(findstring $(callsight.blank),$(1)),$(1),$(abspath $(1)))

# What is set by the user, with defaults -----------------------------------------------------------

CALLSIGHT ?=
CALLSIGHT_DIR ?= _callsight
CALLSIGHT_PROGRAMS ?=
CALLSIGHT_SOURCES ?=
CALLSIGHT_CONFIG ?= $(wildcard trace.config)
CALLSIGHT_COMPILERS ?= CC CXX
CALLSIGHT_LINKERS ?= CC CXX
CALLSIGHT_INCLUDES ?= $(filter -I%,$(CPPFLAGS) $(CFLAGS) $(CXXFLAGS))
CALLSIGHT_LINKED ?=
CALLSIGHT_CTAGS ?= ctags
CALLSIGHT_ARGS ?=
CALLSIGHT_CC ?=
CALLSIGHT_TIMEOUT ?= 60
ifndef CALLSIGHT_HOME
CALLSIGHT_HOME := $(callsight.here)
endif
# An installation says here where its other parts are, seen from this file.
callsight.cli :=
callsight.version :=
callsight.runtime := ../../runtime
-include $(call callsight.escape,$(callsight.here))/callsight-paths.mk
ifndef CALLSIGHT_CLI
CALLSIGHT_CLI := callsight
ifneq ($(and $(callsight.cli),$(wildcard $(call callsight.escape,$(CALLSIGHT_HOME))/$(callsight.cli))),)
CALLSIGHT_CLI := $(call callsight.clean,$(CALLSIGHT_HOME)/$(callsight.cli))
endif
endif
ifndef CALLSIGHT_RUNTIME
CALLSIGHT_RUNTIME := $(call callsight.clean,$(CALLSIGHT_HOME)/$(callsight.runtime))
endif

callsight.suffixes := %.c %.cc %.cpp %.cxx %.c++ %.C %.CPP
# Where make finds them, in the same order.
callsight.found := $(CALLSIGHT_SOURCES)
ifneq ($(VPATH),)
callsight.found := $(foreach s,$(CALLSIGHT_SOURCES),$(firstword $(wildcard $(s)) \
  $(foreach d,$(subst :, ,$(VPATH)),$(wildcard $(d)/$(s))) $(s)))
endif
callsight.sources := $(filter $(callsight.suffixes),$(callsight.found))
ifeq ($(origin CALLSIGHT_OBJECTS),undefined)
CALLSIGHT_OBJECTS := $(addsuffix .o,$(basename $(CALLSIGHT_SOURCES)))
endif
callsight.is_on := $(filter-out 0 off OFF no,$(CALLSIGHT))
callsight.targets := callsight-run callsight-report callsight-scan callsight-tune callsight-doctor

# Errors are found with tracing off as well.
# A name with a blank is several words: the first ones are no source, but the beginning of a file or end in a backslash.
callsight.torn := $(strip $(filter %\,$(CALLSIGHT_SOURCES) $(CALLSIGHT_OBJECTS) $(CALLSIGHT_PROGRAMS)) \
  $(foreach s,$(filter-out $(callsight.suffixes) %\,$(CALLSIGHT_SOURCES)),$(if $(wildcard $(s)),,$(wildcard $(s)\ *))))
ifneq ($(callsight.torn),)
$(error callsight.mk: '$(callsight.torn)': make cannot hold names with blanks; rename the file, or leave it out of \
  CALLSIGHT_SOURCES, CALLSIGHT_OBJECTS and CALLSIGHT_PROGRAMS)
endif
ifneq ($(filter %.lo %.la,$(CALLSIGHT_OBJECTS) $(CALLSIGHT_PROGRAMS))$(strip $(foreach v,$(CALLSIGHT_COMPILERS) \
  $(CALLSIGHT_LINKERS),$(findstring libtool,$($(v))))),)
$(error callsight.mk: libtool puts its own words around the compiler and is not supported; configure the project with \
  the options of "callsight flags")
endif
callsight.ld := $(strip $(foreach v,$(CALLSIGHT_LINKERS),$(if $(filter ld ld.% %-ld,$(notdir $(firstword $($(v))))),$(v))))
ifneq ($(callsight.ld),)
$(error callsight.mk: CALLSIGHT_LINKERS: $(callsight.ld) is '$($(firstword $(callsight.ld)))', no compiler: link by \
  $$(CC) or $$(CXX), which give the linker what hooks need)
endif
ifneq ($(strip $(CALLSIGHT_SOURCES)),)
ifeq ($(callsight.sources),)
$(error callsight.mk: CALLSIGHT_SOURCES: no C or C++ source among '$(CALLSIGHT_SOURCES)')
endif
ifeq ($(strip $(CALLSIGHT_PROGRAMS)),)
$(error callsight.mk: CALLSIGHT_PROGRAMS is empty, expected the files that are linked from CALLSIGHT_SOURCES)
endif
ifneq ($(strip $(CALLSIGHT_OBJECTS)),)
ifneq ($(words $(CALLSIGHT_OBJECTS)),$(words $(CALLSIGHT_SOURCES)))
$(error callsight.mk: CALLSIGHT_OBJECTS: $(words $(CALLSIGHT_OBJECTS)) words, expected one for each \
  of the $(words $(CALLSIGHT_SOURCES)) in CALLSIGHT_SOURCES, in the same order)
endif
endif
else ifneq ($(strip $(CALLSIGHT_PROGRAMS)),)
$(error callsight.mk: CALLSIGHT_SOURCES is empty, expected the C and C++ sources of $(CALLSIGHT_PROGRAMS))
endif

callsight.touched := $(CALLSIGHT_OBJECTS) $(CALLSIGHT_PROGRAMS)
callsight.state := $(CALLSIGHT_DIR)/state

.PHONY: callsight-force callsight-clean $(callsight.targets)
callsight-force: ;
callsight-clean:
	rm -rf $(CALLSIGHT_DIR) $(callsight.touched)

# An object with hooks is not one without, whatever its time says: both kinds depend on this file,
# where there is one, and it changes when tracing goes on or off.
define callsight.watch_state
ifneq ($$(file <$$(callsight.state)),$(1))
$$(callsight.state): callsight-force
endif
$$(callsight.state):
	@mkdir -p $$(@D) && echo $(1) >$$@
$$(callsight.touched): .EXTRA_PREREQS += $$(callsight.state)
$$(callsight.touched):
endef

ifeq ($(callsight.is_on),)
# Off ----------------------------------------------------------------------------------------------

ifneq ($(wildcard $(callsight.state)),)
$(eval $(call callsight.watch_state,off))
endif
$(callsight.targets):
	@echo 'callsight.mk: tracing is off; say: $(MAKE) CALLSIGHT=1 $@' >&2; exit 2

else
# On -----------------------------------------------------------------------------------------------

callsight.absolute = $(if $(filter /%,$(1)),$(1),$(CURDIR)/$(1))

callsight.dir := $(call callsight.absolute,$(CALLSIGHT_DIR))
callsight.run := $(call callsight.quote,$(CALLSIGHT_CLI))
# Another one may answer otherwise.
callsight.tool := $(if $(findstring $(callsight.blank),$(CALLSIGHT_CLI)),,$(filter /% ./% ../%,$(CALLSIGHT_CLI)))
ifndef CALLSIGHT_NAME
CALLSIGHT_NAME := $(or $(notdir $(firstword $(CALLSIGHT_PROGRAMS))),program)
endif
# As they are for everything else: below, programs and objects have their own.
callsight.cc = $(or $(CALLSIGHT_CC),$(callsight.CC),cc)
callsight.flags_cc := $(filter -m% --sysroot=% --target=% -B%,$(CPPFLAGS) $(CFLAGS) $(CXXFLAGS))

# The selection: one step for all sources, and a response file for each. Its rule has no recipe but an
# empty one, so that make looks at the time of the file after the step, which writes what changed.

callsight.rsp = $(CALLSIGHT_DIR)/flags/$(patsubst /%,_root/%,$(subst ../,_up/,$(1))).rsp
callsight.stamp := $(CALLSIGHT_DIR)/select.stamp
callsight.list := $(CALLSIGHT_DIR)/sources
callsight.is_each := $(strip $(CALLSIGHT_OBJECTS))
callsight.rsps := $(if $(callsight.is_each),$(foreach s,$(sort $(callsight.sources)),$(call callsight.rsp,$(s))),$(CALLSIGHT_DIR)/all.rsp)
callsight.written := $(callsight.rsps) $(CALLSIGHT_DIR)/targets/$(CALLSIGHT_NAME)/selection \
  $(CALLSIGHT_DIR)/runtime.rsp $(CALLSIGHT_DIR)/link.rsp $(CALLSIGHT_DIR)/link-shared.rsp
callsight.has = $(filter $(1),$(callsight.sources))
# CC and CXX as the project sets them, for what is compiled here.
$(eval callsight.CC = $(value CC))
$(eval callsight.CXX = $(value CXX))
callsight.options = --dir $(CALLSIGHT_DIR) --name '$(CALLSIGHT_NAME)' \
  $(if $(CALLSIGHT_CONFIG),--config $(CALLSIGHT_CONFIG)) --ctags '$(CALLSIGHT_CTAGS)' \
  $(if $(call callsight.has,%.c),--compiler '$(or $(callsight.CC),cc)') \
  $(if $(filter-out %.c,$(callsight.sources)),--compiler '$(callsight.CXX)') \
  $(foreach i,$(CALLSIGHT_INCLUDES),--folder '$(patsubst -I%,%,$(i))') $(if $(callsight.is_each),--each)
callsight.text := \# $(callsight.version) $(callsight.options)$(subst $(callsight.blank),,$(foreach s,$(sort $(callsight.sources)),$(callsight.line)$(s)))

ifneq ($(callsight.sources),)
ifneq ($(file <$(callsight.list)),$(callsight.text))
$(callsight.list): callsight-force
endif
$(callsight.list):
	@$(shell mkdir -p $(CALLSIGHT_DIR))$(file >$@,$(callsight.text)):
$(callsight.stamp): $(sort $(callsight.sources)) $(callsight.tool) $(CALLSIGHT_CONFIG) $(callsight.list)
	@$(callsight.run) flags $(callsight.options) --depfile $(CALLSIGHT_DIR)/select.d --stamp $@ --from $(callsight.list)
$(callsight.written): $(callsight.stamp) ;
-include $(CALLSIGHT_DIR)/select.d
endif

# Objects and programs

callsight.word_of = $(call callsight.quote,$(2)$(callsight.dir)/$(patsubst $(CALLSIGHT_DIR)/%,%,$(1)))
callsight.word = $(call callsight.word_of,$(1),@)
# What stands behind $(CC) in a command wins, and without frame pointers frames cannot be told apart.
callsight.frames := $(if $(filter -fomit-frame-pointer,$(CFLAGS) $(CXXFLAGS)),-fno-omit-frame-pointer)
define callsight.object
$(1): .EXTRA_PREREQS += $(2)
$(foreach v,$(CALLSIGHT_COMPILERS),$(callsight.line)$(1): private override $(v) += $(call callsight.word,$(2)))
$(if $(callsight.frames),$(foreach v,CFLAGS CXXFLAGS,$(callsight.line)$(1): private override $(v) += $(callsight.frames)))
$(1):
endef
ifneq ($(callsight.is_each),)
$(foreach p,$(sort $(join $(addsuffix |,$(CALLSIGHT_OBJECTS)),$(callsight.found))),$(if \
  $(filter $(callsight.suffixes),$(p)),$(eval $(call callsight.object,$(firstword $(subst |, ,$(p))),$(call \
  callsight.rsp,$(lastword $(subst |, ,$(p))))))))
endif

callsight.is_shared := $(strip $(foreach p,$(notdir $(CALLSIGHT_PROGRAMS)),$(if $(findstring .so.,$(p).),$(p))))
ifdef CALLSIGHT_SHARED
callsight.is_shared := $(CALLSIGHT_SHARED)
endif
callsight.runtime_library := $(CALLSIGHT_DIR)/runtime/libcallsight-rt.$(if $(callsight.is_shared),so,a)
callsight.items := $(CALLSIGHT_DIR)/link$(if $(callsight.is_shared),-shared).rsp
callsight.selection := $(CALLSIGHT_DIR)/targets/$(CALLSIGHT_NAME)/selection
# Those of other Makefiles are there when this program is linked. When they change their archives do.
callsight.linked = $(foreach d,$(CALLSIGHT_LINKED),$(shell printf -- '--selection %s ' $(d)/targets/*/selection))
callsight.launcher = $(callsight.run) link \
  --selection $(call callsight.word_of,$(callsight.selection)) $(callsight.linked) \
  --append $(call callsight.word,$(callsight.items)) --
define callsight.program
$(1): .EXTRA_PREREQS += $(callsight.selection) $(callsight.items) $(callsight.runtime_library) $(callsight.tool) \
  $(CALLSIGHT_DIR)/runtime/libcallsight-module.a $(if $(callsight.is_each),,$(CALLSIGHT_DIR)/all.rsp)
$(foreach v,$(CALLSIGHT_LINKERS),$(callsight.line)$(1): private override $(v) = $$(callsight.launcher) \
  $(value $(v)) $(if $(callsight.is_each),,$(call callsight.word,$(CALLSIGHT_DIR)/all.rsp)))
$(1):
endef
$(foreach p,$(filter-out %.a,$(CALLSIGHT_PROGRAMS)),$(eval $(call callsight.program,$(p))))
$(filter %.a,$(CALLSIGHT_PROGRAMS)): .EXTRA_PREREQS += $(callsight.selection)
$(filter %.a,$(CALLSIGHT_PROGRAMS)):
ifneq ($(callsight.sources),)
$(eval $(call callsight.watch_state,on))
endif

# The runtime, compiled from source by the project's compiler, without the project's options but those
# of the ABI. docs/decisions/0003 says why.

callsight.src := $(CALLSIGHT_RUNTIME)/src
callsight.names := $(basename $(filter %.c,$(notdir $(wildcard $(call callsight.escape,$(callsight.src))/*.c))))
ifeq ($(filter hooks,$(callsight.names)),)
$(error callsight.mk: no sources of the runtime in $(CALLSIGHT_RUNTIME); set CALLSIGHT_RUNTIME)
endif
callsight.out = $(addprefix $(CALLSIGHT_DIR)/runtime/,$(addsuffix .o,$(1)))
callsight.module_names := inlined_names module_entry
callsight.module_objects := $(call callsight.out,$(callsight.module_names))
callsight.rt_objects := $(call callsight.out,$(filter-out nop $(callsight.module_names),$(callsight.names)))
callsight.rt_flags := -std=gnu11 -O2 -g -w -fPIC -fvisibility=hidden -fno-lto -fno-sanitize=all -fno-builtin \
  -fno-stack-protector -fno-omit-frame-pointer

$(callsight.rt_objects) $(callsight.module_objects): $(CALLSIGHT_DIR)/runtime/%.o: \
  $(call callsight.escape,$(callsight.src))/%.c $(CALLSIGHT_DIR)/runtime.rsp
	@mkdir -p $(@D)
	@$(callsight.cc) $(callsight.flags_cc) $(callsight.rt_flags) $(if $(filter inlined_names,$*),-g0) \
	  -I '$(CALLSIGHT_RUNTIME)/include' @$(CALLSIGHT_DIR)/runtime.rsp -c -o $@ '$(callsight.src)/$*.c'
$(CALLSIGHT_DIR)/runtime/libcallsight-rt.a: $(callsight.rt_objects)
$(CALLSIGHT_DIR)/runtime/libcallsight-module.a: $(callsight.module_objects)
$(CALLSIGHT_DIR)/runtime/libcallsight-rt.a $(CALLSIGHT_DIR)/runtime/libcallsight-module.a:
	@rm -f $@ && $(or $(AR),ar) rcs $@ $^
$(CALLSIGHT_DIR)/runtime/libcallsight-rt.so: $(callsight.rt_objects)
	@$(callsight.cc) $(callsight.flags_cc) -shared -o $@ -Wl,-soname,libcallsight-rt.so -Wl,-z,nodelete \
	  -Wl,--wrap=swapcontext,--wrap=setcontext $^ -lpthread

.PHONY: callsight-runtime
callsight-runtime: $(CALLSIGHT_DIR)/runtime/libcallsight-rt.a $(CALLSIGHT_DIR)/runtime/libcallsight-rt.so \
  $(CALLSIGHT_DIR)/runtime/libcallsight-module.a

# Targets to type

callsight.programs := $(foreach p,$(filter-out %.a,$(CALLSIGHT_PROGRAMS)),$(if $(findstring .so.,$(p).),,$(p)))
callsight.captures := $(if $(CALLSIGHT_RUN),run,$(subst /,_,$(callsight.programs)))
callsight.traces = $(CALLSIGHT_DIR)/captures/$(1)/traces
callsight.command_of = $(if $(CALLSIGHT_RUN),$(CALLSIGHT_RUN),$(if $(filter /%,$(1)),,./)$(1) $(CALLSIGHT_ARGS) </dev/null)
# Programs may end as they like; that nothing was recorded is an error, which callsight run explains.
define callsight.capture
$(CALLSIGHT_DIR)/captures/$(1)/$(3)stamp: $(CALLSIGHT_PROGRAMS) callsight-force
	@rm -rf $(call callsight.traces,$(1))$(3) && mkdir -p $$(@D)
	@status=0; $(4) $(callsight.run) run --no-report --timeout $(CALLSIGHT_TIMEOUT) \
	  --dir $(call callsight.traces,$(1))$(3) -- $(call callsight.command_of,$(2)) || status=$$$$?; \
	  if [ $$$$status -eq 125 ]; then \
	    test -n "$$$$(find $(call callsight.traces,$(1))$(3) -name process.json 2>/dev/null)" || \
	      echo "callsight.mk: do its rules compile and link by \$$$$(CC) or \$$$$(CXX)? See CALLSIGHT_COMPILERS, CALLSIGHT_LINKERS" >&2; exit 3; fi; \
	  if [ $$$$status -ne 0 ]; then echo "callsight.mk: $(2): ended with status $$$$status" >&2; fi
	@touch $$@
endef
$(foreach p,$(if $(CALLSIGHT_RUN),run,$(callsight.programs)),$(eval $(call \
  callsight.capture,$(subst /,_,$(p)),$(p),,))$(eval $(call \
  callsight.capture,$(subst /,_,$(p)),$(p),count-,TRACE_MODE=count)))

callsight-run: $(foreach c,$(callsight.captures),$(CALLSIGHT_DIR)/captures/$(c)/stamp)
callsight-report: callsight-run
	@$(foreach c,$(callsight.captures),$(callsight.run) analyze $(call callsight.traces,$(c)) &&) :
callsight-tune: $(foreach c,$(callsight.captures),$(CALLSIGHT_DIR)/captures/$(c)/count-stamp)
	@$(foreach c,$(callsight.captures),$(callsight.run) tune $(call callsight.traces,$(c))count- &&) :
callsight-scan: $(callsight.stamp)
	@$(callsight.run) scan --plan $(CALLSIGHT_DIR)/select/sources.plan
callsight-doctor:
	@$(callsight.run) doctor --dir $(CALLSIGHT_DIR) $(if $(CALLSIGHT_CONFIG),--config $(CALLSIGHT_CONFIG)) \
	  --cc '$(or $(callsight.CC),cc)' $(foreach p,$(wildcard $(callsight.programs)),--program $(p))
endif

.DEFAULT_GOAL := $(callsight.goal)
