import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { built, root } from './paths.ts'

export interface FirstStaff {
  created: boolean
  email: string
  /** Only when it was generated in this call. */
  password?: string
}

export async function migrate(env: NodeJS.ProcessEnv, cli = built.cli): Promise<void> {
  await runCommand(cli, 'migrate', env)
}

export async function ensureFirstStaff(env: NodeJS.ProcessEnv, cli = built.cli): Promise<FirstStaff> {
  const output = await runCommand(cli, 'first-staff', env)
  // The command prints one line of JSON.
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as FirstStaff
}

/** @throws {Error} with what the command wrote, when it fails. */
async function runCommand(cli: string, name: string, env: NodeJS.ProcessEnv): Promise<string> {
  const command = spawn(process.execPath, ['--enable-source-maps', cli, name], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  command.stdout.on('data', (chunk) => (output.stdout += String(chunk)))
  command.stderr.on('data', (chunk) => (output.stderr += String(chunk)))
  const [code] = await once(command, 'close')
  if (code !== 0) throw new Error(`api ${name} failed:\n${output.stdout}${output.stderr}`.trimEnd())
  return output.stdout
}
