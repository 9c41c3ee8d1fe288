#!/bin/bash
# Copies the primary at the first start, then runs as its standby.
set -euo pipefail
export PGPASSWORD="$REPLICATION_PASSWORD"
data=/var/lib/postgresql/18/docker
if [ ! -f "$data/PG_VERSION" ]; then
  rm -rf "$data.copy"
  mkdir -p "$(dirname "$data")"
  pg_basebackup --host=postgres --username=replicator --pgdata="$data.copy" --slot=standby --write-recovery-conf
  rmdir "$data" 2> /dev/null || true
  mv "$data.copy" "$data"
  chmod 700 "$data"
fi
exec postgres -D "$data" -c hot_standby=on -c hot_standby_feedback=on -c max_connections=200 -c 'listen_addresses=*'
