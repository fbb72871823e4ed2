#!/bin/sh
# Creates a cluster from the newest backup, reads every row, and deletes the cluster. Fails if any of these steps does.
set -eu
clusters=clusters.postgresql.cnpg.io

backup=$(kubectl get backups.postgresql.cnpg.io \
  --output 'jsonpath={range .items[?(@.status.phase=="completed")]}{.metadata.creationTimestamp} {.metadata.name}{"\n"}{end}' |
  sort | tail -n 1 | cut -d ' ' -f 2)
if [ -z "$backup" ]; then
  echo 'There is no backup that was completed' >&2
  exit 1
fi

# This also deletes what a killed run left behind.
remove() { kubectl delete "$clusters" restore-test --ignore-not-found; }
remove
trap remove EXIT

sed "s/NEWEST_BACKUP/$backup/" "$(dirname "$0")/cluster.yaml" | kubectl apply --filename -
kubectl wait "$clusters/restore-test" --for condition=Ready --timeout 60m
within() { kubectl exec restore-test-1 --container postgres -- "$@"; }
within pg_dump --dbname app --file /dev/null
counts=$(within psql --dbname app --no-align --tuples-only --command \
  "select (select count(*) from schema_migration) || ' migrations, ' || (select count(*) from lead) || ' leads'")
case $counts in
  '' | '0 '*)
    echo "$backup holds no schema" >&2
    exit 1
    ;;
esac
echo "$backup can be restored: $counts"
