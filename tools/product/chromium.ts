import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './paths.ts'

export interface Chromium {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A Chromium that runs here: CHROME_PATH, the machine's own, or the one that came with the dependencies.
 * @throws {Error} when the last does not start either.
 */
export async function findChromium(): Promise<Chromium> {
  const own = process.env.CHROME_PATH || findOnPath()
  if (own) return { executablePath: own, args: launchArgs(), env: ownEnvironment() }

  const folder = await unpackChromium()
  const executablePath = path.join(folder, 'chromium')
  // A machine without a desktop lacks fonts and the libraries that Chromium is linked with: these came along.
  const withFonts = { ...ownEnvironment(), FONTCONFIG_FILE: path.join(folder, 'fonts.conf') }
  const candidates = [withFonts, { ...withFonts, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') }]
  const working = candidates.find((candidate) => starts(executablePath, candidate))
  if (!working) throw new Error('No Chromium runs here: install one and set CHROME_PATH to its program')
  return { executablePath, args: launchArgs(), env: working }
}

function findOnPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const programs = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return programs.find((program) => existsSync(program) && starts(program, ownEnvironment()))
}

const starts = (program: string, env: Record<string, string>): boolean =>
  spawnSync(program, ['--version', '--no-sandbox'], { env, timeout: 20_000 }).status === 0

const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Unpacks beside the place and moves the whole, so that a killed run leaves nothing half unpacked. */
async function unpackChromium(): Promise<string> {
  const folder = path.join(root, 'node_modules/.cache/chromium')
  if (existsSync(folder)) return folder

  const { inflate } = await import('@sparticuz/chromium')
  const packed = path.resolve(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin')
  const partial = `${folder}.${process.pid}`
  await mkdir(partial, { recursive: true })
  // inflate() unpacks into the folder for temporary files, and nowhere else.
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
