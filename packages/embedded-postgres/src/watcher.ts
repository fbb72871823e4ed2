import { spawn } from 'node:child_process'

/**
 * Stops a throwaway server and removes its files when this process dies. However it dies, the kernel closes the pipe,
 * and the watcher's `read` returns. The returned function stops the watcher.
 */
export function removeWhenOrphaned(pid: number, dataDir: string): () => void {
  if (process.platform === 'win32') return () => {}
  const script =
    'read -r _; kill -QUIT "$1"; n=0; while kill -0 "$1" && [ $((n+=1)) -lt 100 ]; do sleep 0.1; done; rm -rf "$2" "$2.owner" "$2.log"'
  const watcher = spawn('sh', ['-c', script, 'watcher', String(pid), dataDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  return () => watcher.kill('SIGKILL')
}
