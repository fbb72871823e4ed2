#!/bin/sh
# Fills in the settings of one role and executes nginx: start.sh site|admin|front
set -eu
role=$1
templates=$(dirname "$(readlink -f "$0")")
# The only folder that is written to, so the rest of the file system may be read-only.
export RUN_DIR="${RUN_DIR:-/tmp/nginx}"
export WEB_ROOT="${WEB_ROOT:-/srv}"
export LISTEN="${LISTEN:-8080}"
export LISTEN_TLS="${LISTEN_TLS:-8443}"
export TLS_CERTIFICATE="${TLS_CERTIFICATE:-/run/secrets/tls_certificate}"
export TLS_KEY="${TLS_KEY:-/run/secrets/tls_key}"
export PAGES="${PAGES:-$templates/pages.map}"
export TEMPLATES="$templates"
# Origins that the browser may connect to besides the page's own.
export API_URL="${API_URL:?the origin of the API, like https://api.example.com}"

origin_of() { echo "$1" | sed -E 's|^(https?://[^/]+).*|\1|'; }
host_of() { echo "$1" | sed -E 's|^https?://([^/:]+).*|\1|'; }

names='$RUN_DIR $WEB_ROOT $LISTEN $LISTEN_TLS $TLS_CERTIFICATE $TLS_KEY $PAGES $TEMPLATES $API_URL $ROLE'
names="$names"' $SITE_URL $SITE_HOST $ADMIN_ORIGIN $ADMIN_HOST $API_HOST $API_SERVERS $SITE_UPSTREAM $ADMIN_UPSTREAM'
if [ "$role" != admin ]; then
  ADMIN_ORIGIN=$(origin_of "${ADMIN_URL:?the address of the admin app, like https://staff.example.com/admin}")
  export ADMIN_ORIGIN
fi
if [ "$role" = front ]; then
  : "${SITE_URL:?the origin of the site, like https://www.example.com}"
  : "${SITE_UPSTREAM:?host:port that serves the site}"
  : "${ADMIN_UPSTREAM:?host:port that serves the admin app}"
  : "${API_UPSTREAMS:?host:port of each API instance, separated by spaces}"
  SITE_HOST=$(host_of "$SITE_URL")
  ADMIN_HOST=$(host_of "$ADMIN_URL")
  API_HOST=$(host_of "$API_URL")
  API_SERVERS=
  # No instance is ever taken out of rotation: one that refuses costs a retry, and least_conn avoids one that hangs.
  for server in $API_UPSTREAMS; do API_SERVERS="$API_SERVERS server $server max_fails=0;"; done
  export SITE_URL SITE_HOST ADMIN_HOST API_HOST API_SERVERS SITE_UPSTREAM ADMIN_UPSTREAM
fi

export ROLE="$role"
mkdir -p "$RUN_DIR"
for name in nginx "$role"; do envsubst "$names" <"$templates/$name.conf" >"$RUN_DIR/$name.conf"; done
exec nginx -e stderr -c "$RUN_DIR/nginx.conf" -g 'daemon off;'
