import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

export interface Chromium {
  executablePath: string
  args: string[]
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A Chromium that runs here: CHROME_PATH, the machine's own, or the one that comes with the dependencies.
 * @throws {Error} when none starts.
 */
export async function findChromium(): Promise<Chromium> {
  const own = process.env.CHROME_PATH || findOnPath()
  if (own) return { executablePath: own, args: launchArgs() }

  const { default: packed } = await import('@sparticuz/chromium')
  const executablePath = await packed.executablePath()
  return { executablePath, args: launchArgs() }
}

function findOnPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const programs = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return programs.find((program) => existsSync(program) && spawnSync(program, ['--version']).status === 0)
}

function launchArgs(): string[] {
  return [
    // Chromium's sandbox refuses root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}
