# SPDX-License-Identifier: MIT
golden=$CASE_FOLDER/../../golden/old-formats
callsight info "$golden/x86-64-capped"
callsight info "$golden/powerpc32-be-summary"
