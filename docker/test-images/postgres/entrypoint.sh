#!/bin/bash
# What the official image does, as far as we use it: POSTGRES_PASSWORD, POSTGRES_DB, and `postgres -c …` as the command.
set -euo pipefail

if [[ $1 != postgres ]]; then exec "$@"; fi

if [[ $(id -u) == 0 ]]; then
  install -d -m 700 -o postgres -g postgres "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi

if [[ ! -s $PGDATA/PG_VERSION ]]; then
  : "${POSTGRES_PASSWORD:?is not set}"
  initdb --pgdata="$PGDATA" --username=postgres --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") \
    --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  if [[ -n ${POSTGRES_DB:-} ]]; then postgres --single -D "$PGDATA" postgres <<<"CREATE DATABASE \"$POSTGRES_DB\"" >/dev/null; fi
  # The official image runs initialisation scripts on a server that only its own socket reaches. Hence the same here: whoever
  # waits for "ready to accept connections" has to wait for the second one.
  pg_ctl start --wait --silent -o "-c listen_addresses=''"
  pg_ctl stop --wait --silent --mode=fast
fi

exec "$@"
