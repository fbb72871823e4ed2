/** The isolated browser's home folder. It exists on every system, and a browser needs nothing from it. */
const home = '/mnt'

/**
 * Starts the browser, isolated unless ISOLATED is 0. The debugging pipe, descriptors 3 and 4, passes through.
 *
 * The isolation is a set of namespaces: no network except a loopback that is down, no other visible processes,
 * temporary files that disappear with it, and an ordinary user that cannot gain privileges. Root needs no user
 * namespace for this. Any other user creates one for the mounts, and another one inside it, in which the browser has
 * its original user again.
 *
 * The browser dies with its parent: each step requests to be killed with it. Changing the user drops the request, so
 * the last step repeats it.
 */
export const startScript = `#!/bin/sh
set -eu
echo $$ > "$PID_FILE"
if [ "$ISOLATED" = 0 ]; then exec "$PROGRAM" "$@"; fi
for argument do
  shift
  case $argument in --user-data-dir=*) argument=--user-data-dir=${home}/profile ;; esac
  set -- "$@" "$argument"
done
if [ "$(id -u)" = 0 ]; then
  users=
else
  users='--user --map-root-user'
  export OWN_USER="$(id -u)" OWN_GROUP="$(id -g)"
fi
exec setpriv --pdeathsig KILL unshare $users --net --ipc --uts --mount --pid --fork --kill-child sh -c '
set -eu
mount -t tmpfs -o mode=755,nosuid,nodev isolated ${home}
mkdir ${home}/program
mkdir -m 777 ${home}/profile
if [ -n "$PROGRAM_FOLDER" ]; then
  mount --bind "$PROGRAM_FOLDER" ${home}/program
  mount -o remount,bind,ro,nosuid,nodev ${home}/program 2>/dev/null || true
  PROGRAM=${home}/program/\${PROGRAM##*/}
  FALLBACK_FONTS=${home}/program/fonts
fi
mkdir ${home}/fonts
mount --bind "$FONTS_FOLDER" ${home}/fonts
echo "<?xml version=\\"1.0\\"?><fontconfig><dir>${home}/fonts</dir><dir>$FALLBACK_FONTS</dir></fontconfig>" > ${home}/fonts.conf
export FONTCONFIG_FILE=${home}/fonts.conf
# A container may forbid this. Its own /proc then stays visible, where processes of other users are inaccessible.
mount -t proc proc /proc 2>/dev/null || true
mount -t tmpfs -o mode=1777,nosuid,nodev isolated /tmp
mount -t tmpfs -o mode=1777,nosuid,nodev isolated /dev/shm
cd ${home}/profile
if [ -n "\${OWN_USER-}" ]; then
  set -- unshare --user --map-user="$OWN_USER" --map-group="$OWN_GROUP" setpriv --pdeathsig KILL --no-new-privs --bounding-set=-all "$PROGRAM" "$@"
else
  set -- setpriv --reuid=65534 --regid=65534 --clear-groups --pdeathsig KILL --no-new-privs --bounding-set=-all --inh-caps=-all "$PROGRAM" "$@"
fi
unset OWN_USER OWN_GROUP PID_FILE ISOLATED PROGRAM PROGRAM_FOLDER FONTS_FOLDER FALLBACK_FONTS
export HOME=${home}/profile TMPDIR=/tmp
exec "$@"
' sh "$@"
`
