import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './paths.ts'

export interface Chromium {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/**
 * The Chromium that every check runs in: the program that CHROME_PATH names, or else the one that the lockfile brings.
 * A browser that happens to be installed is never used, so that all machines run the same one.
 * @throws {Error} when the lockfile's browser does not start on this machine.
 */
export async function findChromium(): Promise<Chromium> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return { executablePath: CHROME_PATH, args: launchArgs(), env: ownEnvironment() }

  const folder = await unpackChromium()
  const executablePath = path.join(folder, 'chromium')
  // A machine without a desktop lacks the fonts and libraries that Chromium needs; the package contains them.
  const withFonts = { ...ownEnvironment(), FONTCONFIG_FILE: path.join(folder, 'fonts.conf') }
  const candidates = [withFonts, { ...withFonts, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') }]
  const working = candidates.find((candidate) => starts(executablePath, candidate))
  if (!working) throw new Error(`${executablePath} does not start here: set CHROME_PATH to a Chromium that does`)
  return { executablePath, args: launchArgs(), env: working }
}

const starts = (program: string, env: Record<string, string>): boolean =>
  spawnSync(program, ['--version', '--no-sandbox'], { env, timeout: 20_000 }).status === 0

const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** The folder of the unpacked browser. It is moved into place whole, so that a killed run leaves nothing half unpacked. */
async function unpackChromium(): Promise<string> {
  const packageFolder = path.resolve(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  // The name carries the version: an update of the lockfile takes effect at once.
  const folder = path.join(root, `node_modules/.cache/chromium-${await versionOf(packageFolder)}`)
  if (existsSync(folder)) return folder

  const { inflate } = await import('@sparticuz/chromium')
  const packed = path.join(packageFolder, 'bin')
  const partial = `${folder}.${process.pid}`
  await mkdir(partial, { recursive: true })
  // inflate() always unpacks into the folder for temporary files.
  const { TMPDIR } = process.env
  process.env.TMPDIR = partial
  const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']
  await Promise.all(archives.map((archive) => inflate(path.join(packed, archive))))
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR

  const fontFolders = [path.join(folder, 'fonts'), '/usr/share/fonts']
  const fonts = fontFolders.map((fontFolder) => `<dir>${fontFolder}</dir>`).join('')
  await writeFile(path.join(partial, 'fonts.conf'), `<?xml version="1.0"?><fontconfig>${fonts}</fontconfig>`)
  await rename(partial, folder).catch(() => rm(partial, { recursive: true }))
  return folder
}

async function versionOf(packageFolder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8'))
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version)
  throw new Error(`${packageFolder} states no version`)
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
