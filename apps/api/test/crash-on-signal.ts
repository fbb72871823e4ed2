// Loaded into a real process: an error that nobody catches, with a message that quotes what somebody wrote, and work without end.
const broken = () => new Error('unexpected input "dana@example.com"')
process.on('SIGUSR2', () => {
  throw broken()
})
process.on('SIGCONT', () => {
  void Promise.reject(broken())
})
process.on('SIGWINCH', () => {
  for (;;);
})
