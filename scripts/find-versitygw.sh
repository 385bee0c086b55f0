#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the path of versitygw, the S3 server of the tests. It is found in this order: a lab folder (RINGTAIL_LAB, or
# ../shared/lab beside the project), the PATH, one that an earlier run has built, one built now by Go.
# Exits with 3 and a sentence where none can be had.
set -euo pipefail
. "$(dirname "$0")/tools.sh"
version=v1.8.0
server=$tools/versitygw-$version/versitygw

unpack_tool "$server" s3/versitygw.zst
[[ -x $server ]] || ! command -v versitygw || exit 0
build_tool "$server" github.com/versity/versitygw/cmd/versitygw $version "S3 server" versitygw
echo "$server"
