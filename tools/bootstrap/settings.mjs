import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { root } from './steps.mjs'

/**
 * @returns {Promise<string[]>} one line for each setting that prevents `npm start`, except those that the API itself
 * rejects
 */
export async function settingProblems(settings) {
  const env = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))
  const problems = [await portProblem(env), dataDirProblem(env), ...firstStaffProblems(env)]
  return problems.filter((problem) => problem !== undefined)
}

async function portProblem({ PORT: port = '3000', HOST: host = '127.0.0.1' }) {
  const number = Number(port)
  if (!/^\d+$/.test(port) || number < 1 || number > 65_535)
    return `PORT must be a number from 1 to 65535, not "${port}"`
  // For localhost, a browser tries both addresses, and another program may be listening on the one that we do not use.
  const addresses = isLocal.test(host) ? ['127.0.0.1', '::1'] : [host]
  if ((await Promise.all(addresses.map((address) => accepts(number, address)))).includes(true)) return inUse(port)
  const server = createServer().listen(number, host)
  try {
    await once(server, 'listening')
    return undefined
  } catch ({ code }) {
    return whyNot(code, port, host)
  } finally {
    server.close()
  }
}

const isLocal = /^(localhost|127\..*|::1|0\.0\.0\.0|::)$/
const probeTimeoutMs = 1000

/** True if a program accepts connections there. */
async function accepts(port, host) {
  const socket = connect({ port, host })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(probeTimeoutMs) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function inUse(port) {
  const another = Number(port) === 65_535 ? 3000 : Number(port) + 1
  return `PORT ${port} is in use by another program; set PORT to choose another, for example PORT=${another} npm start`
}

function whyNot(code, port, host) {
  if (code === 'EADDRINUSE') return inUse(port)
  if (code === 'EACCES') return `PORT ${port} may not be used by this user; set PORT to choose another`
  return `HOST ${host} is not an address of this machine (${code})`
}

/**
 * Problems that the API itself would report; checking them requires its packages.
 * @returns {string[]} one line for each setting
 */
export function apiProblems(env) {
  const asked = spawnSync('node', ['tools/settings.ts'], { cwd: root, env, encoding: 'utf8' })
  if (asked.status === 0) return asked.stdout.split('\n').filter(Boolean)
  console.error(asked.stderr ?? asked.error?.message)
  return process.exit(1)
}

function dataDirProblem({ DATABASE_URL: url, DATA_DIR: dataDir = '.data/postgres' }) {
  if (url) return undefined
  const folder = path.resolve(root, dataDir)
  try {
    makeFolder(folder)
    // Root passes every permission check, so only an actual write shows whether the folder is writable.
    const probe = `${folder}.probe-${process.pid}`
    closeSync(openSync(probe, 'w'))
    rmSync(probe)
    return undefined
  } catch (error) {
    return `DATA_DIR ${folder} is not writable (${error.code})`
  }
}

/**
 * Replaces `mkdirSync` with `recursive`, which never returns in /proc, where creating a folder fails as if its parent
 * were missing.
 */
function makeFolder(folder) {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

function firstStaffProblems({ FIRST_STAFF_EMAIL: email, FIRST_STAFF_PASSWORD: password }) {
  const problems = []
  if (email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    problems.push('FIRST_STAFF_EMAIL must be an email address')
  }
  if (password !== undefined && password.length < 12) {
    problems.push('FIRST_STAFF_PASSWORD must have at least 12 characters')
  }
  return problems
}
