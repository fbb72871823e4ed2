import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { built, root } from './paths.ts'

const run = promisify(execFile)

export interface FirstStaff {
  created: boolean
  email: string
  /** Present only if this call generated it. */
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

/** @throws {Error} with the command's output, if it fails */
async function runCommand(cli: string, name: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    return (await run(process.execPath, ['--enable-source-maps', cli, name], { cwd: root, env })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`api ${name} failed:\n${stdout}${stderr}`.trimEnd(), { cause: error })
  }
}
