import { chownSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'node:net'

/** Starts one role of deploy/proxy as its image does. Resolves once it listens on `port`. */
export async function startNginx(startScript: string, role: string, port: number, settings: Record<string, string>) {
  const runDir = settings['RUN_DIR'] ?? '/tmp/nginx'
  mkdirSync(runDir)
  // An unprivileged user, as in its image.
  const user = process.getuid?.() === 0 ? { uid: 33, gid: 33 } : {}
  if (user.uid) chownSync(runDir, user.uid, user.gid)
  const env = { PATH: process.env.PATH ?? '', ...settings }
  const nginx = spawn(startScript, [role], { env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...user })
  let faults = ''
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => (faults += text))
  // nginx writes this file once it has its ports. A connection proves less: another program may listen there.
  const hasPorts = () => existsSync(path.join(runDir, 'nginx.pid'))
  while (!hasPorts() || !(await listens(port))) {
    if (nginx.exitCode !== null) throw new Error(`nginx for ${role} did not start:\n${faults}`)
    await sleep(20)
  }
  return {
    faults: () => faults,
    stop: () => stopNginx(nginx),
  }
}

async function stopNginx(nginx: ChildProcess): Promise<void> {
  if (nginx.exitCode !== null) return
  nginx.kill('SIGQUIT')
  await once(nginx, 'exit')
}

async function listens(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  const listening = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return listening
}
