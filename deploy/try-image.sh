#!/usr/bin/env bash
# Builds the image without a container engine's daemon and tries it: started read-only as a user without rights, asked for its
# health, backed up, upgraded. Prints sizes at the end. Root on Debian: apt-get install buildah debootstrap crun; and Node, on the PATH.
# `deploy/try-image.sh [earlier commit]` begins with the image of that commit, to upgrade from; by default with this one's.
set -euo pipefail
cd "$(dirname "$0")/.."
work=${WORK:-/var/tmp/oremus-image}
mirror=${MIRROR:-http://deb.debian.org/debian}
port=${PORT:-3456}
mkdir -p "$work"
buildah() { command buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
say() { echo "> $*" >&2; }
fail() { echo "$*" >&2; exit 1; }

# The bases: Debian without documents, as small as the published one, and the same with this machine's Node.
if [ ! -e "$work/base/etc/debian_version" ]; then
  say 'making Debian (debootstrap)'
  debootstrap --variant=minbase bookworm "$work/base" "$mirror" >"$work/debootstrap.log"
  rm -rf "$work"/base/var/{lib/apt/lists,cache/apt}/* "$work"/base/usr/share/{doc,man,info,locale}/*
fi
node_home=$work/node
rm -rf "$node_home"
mkdir -p "$node_home/bin" "$node_home/lib/node_modules" "$node_home/etc"
cp "$(node -p process.execPath)" "$node_home/bin/node"
npm_home=$(cd "$(dirname "$(readlink -f "$(command -v npm)")")/.." && pwd)
cp -r "$npm_home" "$node_home/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$node_home/bin/npm"
# The build uses the registry and the certificates of this machine; nothing of them is in the image.
npm config get registry 2>/dev/null | sed 's/^/registry=/' >"$node_home/etc/npmrc"
certificates=${NODE_EXTRA_CA_CERTS:-$(npm config get cafile 2>/dev/null)}
if [ -f "$certificates" ]; then
  cp "$certificates" "$node_home/etc/certificates.crt"
  echo 'cafile=/usr/local/etc/certificates.crt' >>"$node_home/etc/npmrc"
fi
commit_base() { # name, folder to add
  local container
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$work/base" / >/dev/null
  [ -z "${2:-}" ] || buildah add --quiet "$container" "$2" /usr/local >/dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd /bin/sh "$container"
  buildah commit --quiet "$container" "$1" >/dev/null
  buildah rm "$container" >/dev/null
}
commit_base oremus-base
commit_base oremus-node-base "$node_home"

build() { # name, commit
  local sources=$work/sources-$1
  rm -rf "$sources"
  mkdir "$sources"
  git archive "$2" | tar -x -C "$sources"
  say "building $1 of $(git rev-parse --short "$2")"
  # The instructions are those of this version, so that an earlier one is built on the same bases.
  buildah bud --quiet --isolation chroot --format docker --pull-never --file Dockerfile --tag "$1" \
    --build-arg NODE_BASE=localhost/oremus-node-base --build-arg BASE=localhost/oremus-base "$sources" >"$work/build.log" 2>&1 ||
    { tail -20 "$work/build.log" >&2; fail "$1 was not built."; }
}

# What of the tests must not be in an image.
check_content() { # folder
  local left
  left=$(cd "$1/srv/oremus" && find . -path ./node_modules -prune -o \( -name '*.test.*' -o -path ./server/test -o -path ./e2e \) -print)
  [ -z "$left" ] || fail "Tests are in the image: $left"
  for name in vitest playwright typescript vite; do
    [ ! -e "$1/srv/oremus/node_modules/$name" ] || fail "$name is in the image."
  done
}

# Runs a program in a mounted image as compose does: as its user, with nothing writable but /data and /tmp, and no rights to be
# had. Ends with `exec`: call it in a subshell.
inside() { # folder of the image, program and arguments
  DATA=$data PORT=$port exec unshare --mount bash -c '
    set -e
    root=$1
    shift
    mount --bind "$root" "$root"
    mount --bind "$DATA" "$root/data"
    mount -t tmpfs tmpfs "$root/tmp"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -o remount,bind,ro "$root"
    exec chroot "$root" /usr/bin/setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
      /usr/bin/env -i NODE_ENV=production HOST=127.0.0.1 PORT="$PORT" DATA_DIR=/data DIAGNOSTICS=off \
      PATH=/srv/oremus/node_modules/.bin:/usr/bin:/bin BACKUP_COMMAND="$BACKUP_COMMAND" \
      /bin/sh -c "cd /srv/oremus && exec \"\$@\"" sh "$@"' bash "$@"
}
config() { # image, expression on its configuration
  buildah inspect --type image "localhost/$1" | node -p "(JSON.parse(require('fs').readFileSync(0)).Docker.config.$2).join('\n')"
}
start() { # image, its folder
  local command health
  mapfile -t command < <(config "$1" Cmd)
  mapfile -t health < <(config "$1" 'Healthcheck.Test.slice(1)')
  (inside "$2" "${command[@]}") >>"$work/server.log" 2>&1 &
  server=$!
  for _ in $(seq 60); do
    if (inside "$2" "${health[@]}") 2>/dev/null; then return; fi
    kill -0 "$server" 2>/dev/null || break
    sleep 0.5
  done
  tail -5 "$work/server.log" >&2
  fail "$1 is not healthy."
}
stop() {
  kill "$server"
  wait "$server" || fail "The server ended with $?."
  server=
}
mount_image() {
  local container
  container=$(buildah from --pull-never "localhost/$1")
  containers+=("$container")
  mounted=$(buildah mount "$container")
}

data=$work/data
server=
containers=()
export BACKUP_COMMAND=
clean() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  for container in "${containers[@]}"; do buildah rm "$container" >/dev/null || true; done
}
trap clean EXIT
rm -rf "$data" "$work/server.log"
install -d -o 10001 -g 10001 -m 0700 "$data"

# The newest state before the newest migration, so that there is something to upgrade.
added=$(git log -1 --diff-filter=A --format=%H -- 'server/db/migrations/*.sql')
earlier=${1:-$added^}
build oremus-earlier "$earlier"
build oremus HEAD
mount_image oremus-earlier
old=$mounted
mount_image oremus
new=$mounted
check_content "$new"

say 'an earlier version, with a person'
start oremus-earlier "$old"
[ "$(stat -c %u "/proc/$server")" = 10001 ] || fail 'The server has another user.'
if (inside "$old" touch /srv/oremus/written) 2>/dev/null; then fail 'The image can be written to.'; fi
(inside "$old" node server/cli/admin.ts create peter@example.org) >/dev/null
say 'a backup while it runs, taken elsewhere by BACKUP_COMMAND'
(BACKUP_COMMAND='cp "$BACKUP_FILE" /data/elsewhere' inside "$old" node server/cli/backup.ts)
[ -s "$data/elsewhere" ] || fail 'BACKUP_COMMAND did not run.'
stop

say 'this version on the same folder'
start oremus "$new"
(inside "$new" node server/cli/admin.ts list) | grep peter@example.org >/dev/null || fail 'The person is not there after the upgrade.'
(inside "$new" node server/cli/backup.ts)
curl -fsS "http://127.0.0.1:$port/" | grep '<html' >/dev/null || fail 'There is no page.'
stop
if git diff --quiet "$earlier" HEAD -- server/db/migrations; then :; else
  say 'the earlier version refuses the newer database'
  if (inside "$old" node server/main.ts) >>"$work/server.log" 2>&1; then fail 'It started.'; fi
  grep -q 'newer version' "$work/server.log" || fail 'It ended for another reason.'
fi
say 'back to the backup, with the earlier version'
(inside "$old" node server/cli/restore.ts /data/elsewhere --lose-newer) >/dev/null
start oremus-earlier "$old"
(inside "$old" node server/cli/admin.ts list) | grep peter@example.org >/dev/null || fail 'The person is not there after going back.'
stop

megabytes() { du -sm --apparent-size "$@" | cut -f1; }
echo "| part of the image | MB |"
echo "|---|---|"
echo "| Debian | $(megabytes "$work/base") |"
for part in node_modules build classifier server messages; do echo "| $part | $(megabytes "$new/srv/oremus/$part") |"; done
echo "| all of it | $(megabytes "$new") |"
say 'all is well'
