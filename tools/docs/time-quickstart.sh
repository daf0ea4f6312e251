#!/bin/bash
# Times docs/build/quickstart.md as a newcomer would: a fresh copy of the repository, its packages, the system, the first call.
#   tools/docs/time-quickstart.sh [FOLDER]   copies to FOLDER (default: a temporary one) and prints the time of each step
# The copy and its system are removed at the end.
set -euo pipefail
[[ ${1:-} == -h || ${1:-} == --help ]] && sed -n '2,4s/^# \{0,1\}//p' "$0" && exit

root=$(cd "$(dirname "$0")/../.." && pwd)
folder=${1:-$(mktemp -d)}
begun=$SECONDS
finish() { (cd "$folder/copy" && npm stop >/dev/null 2>&1) || true; rm -rf "$folder/copy"; }
trap finish EXIT

git clone --quiet "$root" "$folder/copy"
cd "$folder/copy"
npm start -- --detach
started=$SECONDS
# The system takes other ports where 8080 is in use.
base=$(node -p 'JSON.parse(fs.readFileSync(".data/run.json")).baseUrl')
sed "s#http://localhost:8080/v1#$base#" docs/samples/quickstart.sh | bash >/dev/null
echo "started in $((started - begun)) s, first call and its results in $((SECONDS - started)) s, in all $((SECONDS - begun)) s"
