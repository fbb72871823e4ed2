import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const folder = import.meta.dirname

/** Path of a program of tools/quality, which is installed on first use: the lockfile there names every byte. */
export function program(name: string): string {
  const file = path.join(folder, 'node_modules/.bin', name)
  if (existsSync(file)) return file
  const args = ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts']
  const { status } = spawnSync('pnpm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0 || !existsSync(file)) throw new Error(`pnpm install in tools/quality brought no ${name}`)
  return file
}

export function run(name: string, args: string[], timeoutMs = 120_000): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program(name), args, { encoding: 'utf8', timeout: timeoutMs })
  return { status, output: stdout + stderr }
}
