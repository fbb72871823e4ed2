import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface ChromiumProgram {
  executablePath: string
  /** Variables to add to the environment: a machine without a desktop lacks fonts and libraries. */
  env: Record<string, string>
}

/**
 * The Chromium from the lockfile, unpacked once, next to the packages.
 * @throws {Error} if it is not installed, or does not start on this machine
 */
export async function lockedChromium(): Promise<ChromiumProgram> {
  const folder = await unpackChromium()
  const executablePath = path.join(folder, 'chromium')
  const withFonts = { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') }
  const candidates = [withFonts, { ...withFonts, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') }]
  for (const env of candidates) if (await starts(executablePath, env)) return { executablePath, env }
  throw new Error(`${executablePath} does not start on this machine. Set CHROMIUM_PATH to one that does`)
}

const starts = (program: string, env: Record<string, string>): Promise<boolean> =>
  run(program, ['--version', '--no-sandbox'], { env: { ...process.env, ...env }, timeout: 20_000 }).then(
    () => true,
    () => false,
  )

/**
 * The folder of the unpacked browser. It is moved into place as a whole, so that a killed run leaves nothing partially
 * unpacked.
 */
async function unpackChromium(): Promise<string> {
  const packageFolder = path.resolve(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const modules = `${path.sep}node_modules${path.sep}`
  const root = packageFolder.slice(0, packageFolder.indexOf(modules) + modules.length)
  // The name contains the version, so a lockfile update takes effect immediately.
  const folder = path.join(root, `.cache/chromium-${await versionOf(packageFolder)}`)
  if (existsSync(folder)) return folder

  const { inflate } = await import('@sparticuz/chromium')
  const packed = path.join(packageFolder, 'bin')
  const partial = `${folder}.${process.pid}`
  await mkdir(partial, { recursive: true })
  // inflate() always unpacks into the temporary folder.
  const { TMPDIR } = process.env
  process.env['TMPDIR'] = partial
  const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']
  await Promise.all(archives.map((archive) => inflate(path.join(packed, archive))))
  if (TMPDIR === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = TMPDIR

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
