import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

const isVerbose = Boolean(process.env.VERBOSE)
const onWindows = process.platform === 'win32'
const silenceLimitMs = 4000

/** The running processes. */
const current = new Set()

// npm sends SIGTERM to a shell that does not forward it, so a changed parent also counts as a request to stop.
const parent = process.ppid
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref()

let isStopping = false

function stop(signal) {
  if (isStopping) return
  isStopping = true
  const running = [...current].filter(({ pid }) => pid)
  if (running.length === 0) process.exit(130)
  // Each step leads a process group, so that the shells in between end with it.
  for (const { pid } of running) process.kill(onWindows ? pid : -pid, signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM')
}

export const say = (text) => console.log(`[${new Date().toTimeString().slice(0, 8)}] ${text}`)

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** Windows starts npm's and pnpm's programs through a shell, which takes the arguments as one line. */
export const forShell = (args) => (onWindows ? args.map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg)) : args)

function launch(command, args, env, stdio) {
  const child = spawn(command, forShell(args), { cwd: root, env, stdio, shell: onWindows, detached: !onWindows })
  current.add(child)
  return child
}

/** Resolves with the exit code; a missing program counts as 127. */
async function ended(child) {
  try {
    const [code] = await once(child, 'close')
    return code ?? 1
  } catch (error) {
    console.error(error.message)
    return 127
  } finally {
    current.delete(child)
  }
}

/**
 * Runs a command and prints its output only if it fails; VERBOSE=1 streams the output instead. Meanwhile, a line every
 * few seconds shows that it is still running.
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runStep(label, command, args, env) {
  const startedAt = Date.now()
  say(`${label} …`)
  const child = launch(command, args, env, isVerbose ? 'inherit' : ['ignore', 'pipe', 'pipe'])
  let output = ''
  const keep = (chunk) => (output = (output + chunk).slice(-200_000))
  child.stdout?.setEncoding('utf8').on('data', keep)
  child.stderr?.setEncoding('utf8').on('data', keep)
  const pulse = setInterval(
    () => !isVerbose && say(`${label} … ${seconds(startedAt)}${lastLine(output)}`),
    silenceLimitMs,
  )
  const code = await ended(child)
  clearInterval(pulse)
  if (isStopping && current.size === 0) process.exit(130)
  if (isStopping) return false
  if (code !== 0) process.stderr.write(output)
  say(code === 0 ? `${label}: done in ${seconds(startedAt)}` : `${label}: FAILED after ${seconds(startedAt)}`)
  return code === 0
}

function lastLine(output) {
  // Tools that assume a terminal write colors and cursor movements.
  const lines = stripVTControlCharacters(output)
    .trimEnd()
    .split(/[\r\n]/)
  const line = lines.at(-1)?.trim()
  return line ? ` (${line.slice(0, 90)})` : ''
}

/** Runs a command in the foreground until it ends. It receives the signals, and cleans up by itself. */
export const runForeground = (command, args, env) => ended(launch(command, args, env, 'inherit'))
