# The AppArmor profile of the renderer on Kubernetes (docs/operations.md, "The renderer and its isolation"). The profiles of
# container runtimes forbid mounts, and the browser's isolation consists of mounts in its own namespace. Everything else is
# limited by seccomp.json, by the capabilities, which are dropped, and by the isolation itself.
#include <tunables/global>

profile direct-mail-renderer flags=(attach_disconnected,mediate_deleted) {
  capability,
  file,
  mount,
  network,
  pivot_root,
  ptrace,
  remount,
  signal,
  umount,
  unix,
}
