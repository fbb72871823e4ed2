/** Calls `stop` once: on Ctrl-C, on SIGTERM, and when our parent process is gone. */
export function onStopRequest(stop: (reason: string) => void): void {
  let isRequested = false
  const request = (reason: string) => {
    if (!isRequested) stop(reason)
    isRequested = true
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal))
  // npm sends SIGTERM to a shell that does not forward it.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && request('the process that started this ended'), 300).unref()
}
