import { lockedChromium } from '@app/print-engine/chromium'

export interface Chromium {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/**
 * The Chromium for all checks: CHROME_PATH if set, otherwise the lockfile's. An installed browser is never used, so
 * that all machines run the same one.
 * @throws {Error} if the lockfile's browser does not start on this machine
 */
export async function findChromium(): Promise<Chromium> {
  const { CHROME_PATH } = process.env
  const { executablePath, env } = CHROME_PATH ? { executablePath: CHROME_PATH, env: {} } : await lockedChromium()
  return { executablePath, args: launchArgs(), env: { ...ownEnvironment(), ...env } }
}

const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))

function launchArgs(): string[] {
  return [
    // Chromium's sandbox does not run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}
