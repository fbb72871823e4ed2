import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { installedFont } from '../compile/document.ts'
import { printFonts } from '../fonts/print-fonts.ts'
import type { ChromiumProgram } from './chromium.ts'
import type { ProcessorTimes } from './layout-time.ts'
import { ownMegabytes, processorTimes, processTree } from './processes.ts'
import { proveIsolation } from './prove-isolation.ts'
import { startScript } from './start-script.ts'

export interface BrowserProgram extends ChromiumProgram {
  /** True if everything it needs is in the program's folder, which the isolation makes visible to its user. */
  isWhole: boolean
}

export type Confinement = { kind: 'isolated' } | { kind: 'none'; reason: string }

/** No background requests, and the same text layout on every machine. */
const launchArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--font-render-hinting=none',
]

const folderPrefix = 'print-browser-'

/** Removes the folders of browsers whose parent process was killed. A folder is in use as long as its process lives. */
export async function removeAbandonedFolders(): Promise<void> {
  const names = await readdir(tmpdir())
  await Promise.all(
    names
      .filter((name) => name.startsWith(folderPrefix))
      .map(async (name) => {
        const folder = path.join(tmpdir(), name)
        const owner = await readFile(path.join(folder, processFileName), 'utf8').catch(() => undefined)
        if (owner !== undefined && !isRunning(Number(owner))) await rm(folder, { recursive: true, force: true })
      }),
  )
}

const processFileName = 'process'

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
  } catch {
    return false
  }
  // A zombie is still listed, without a program. Only Linux has /proc.
  return process.platform !== 'linux' || existsSync(`/proc/${processId}/exe`)
}

/** Installs our fonts and a configuration that lists them. In isolation they have another path. */
async function installFonts(folder: string, program: BrowserProgram): Promise<Record<string, string>> {
  const fontsFolder = path.join(folder, 'fonts')
  const fallback = program.isWhole ? path.join(path.dirname(program.executablePath), 'fonts') : '/usr/share/fonts'
  const configuration = path.join(folder, 'fonts.conf')
  await mkdir(fontsFolder, { mode: 0o755 })
  await Promise.all(
    printFonts.map(({ localName, bytes }) => writeFile(path.join(fontsFolder, `${localName}.ttf`), bytes)),
  )
  const folders = [fontsFolder, fallback].map((name) => `<dir>${name}</dir>`).join('')
  await writeFile(configuration, `<?xml version="1.0"?><fontconfig>${folders}</fontconfig>`)
  return { FONTS_FOLDER: fontsFolder, FALLBACK_FONTS: fallback, FONTCONFIG_FILE: configuration }
}

/** Some systems' browsers ignore the configuration. */
function findsFonts(page: Page): Promise<boolean> {
  const sources = JSON.stringify(printFonts.map(({ localName }) => installedFont(localName)))
  const loads = `${sources}.map((source) => new FontFace('a', source).load())`
  return page.evaluate<boolean>(`Promise.all(${loads}).then(() => true, () => false)`)
}

const isRoot = process.getuid?.() === 0
const orderlyMilliseconds = 3000
/** Generous, because the machine may be busy, and a timeout would leave every later browser without isolation. */
const startMilliseconds = 60_000

/** A browser: its processes, and its folder, which is removed with it. */
export class BrowserProcess {
  readonly browser: Browser
  /** True if documents find our fonts by name. */
  hasFonts = false
  private readonly processId: number
  private readonly folder: string

  private constructor(browser: Browser, processId: number, folder: string) {
    this.browser = browser
    this.processId = processId
    this.folder = folder
  }

  /** @throws {Error} if it does not start, or if the isolation fails */
  static async start(program: BrowserProgram, isIsolated: boolean): Promise<BrowserProcess> {
    const folder = await mkdtemp(path.join(tmpdir(), folderPrefix))
    const script = path.join(folder, 'start.sh')
    const processFile = path.join(folder, processFileName)
    let started: BrowserProcess | undefined
    try {
      await writeFile(script, startScript, { mode: 0o755 })
      const fonts = await installFonts(folder, program)
      // Unpacked for its owner alone, but run by another user in isolation.
      if (isIsolated && isRoot && program.isWhole) await chmod(program.executablePath, 0o755)
      const browser = await chromium.launch({
        executablePath: script,
        chromiumSandbox: isIsolated || !isRoot,
        args: launchArgs,
        timeout: startMilliseconds,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        // The browser does not inherit the environment of this process.
        env: {
          PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
          HOME: folder,
          LANG: 'C.UTF-8',
          TZ: 'UTC',
          ...program.env,
          ...fonts,
          ISOLATED: isIsolated ? '1' : '0',
          PID_FILE: processFile,
          PROGRAM: program.executablePath,
          PROGRAM_FOLDER: program.isWhole ? path.dirname(program.executablePath) : '',
        },
      })
      started = new BrowserProcess(browser, Number(await readFile(processFile, 'utf8')), folder)
      const context = await browser.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      started.hasFonts = await findsFonts(page)
      if (isIsolated) await proveIsolation(page, started.processId)
      await context.close()
      return started
    } catch (error) {
      if (started) await started.close()
      else await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** The resources that its processes have used. */
  async usage(): Promise<{ megabytes: number; times: ProcessorTimes | undefined }> {
    const ids = await processTree(this.processId)
    const [megabytes, times] = await Promise.all([ownMegabytes(ids), processorTimes(ids)])
    // An empty list may also mean that they have just ended.
    return { megabytes, times: process.platform === 'linux' ? times : undefined }
  }

  /** Kills it immediately, even while it is busy. */
  kill(): void {
    try {
      // The script leads the process group of everything it started.
      process.kill(-this.processId, 'SIGKILL')
    } catch {
      // Already ended.
    }
  }

  /** Closes it, gracefully if it responds, and removes its files. */
  async close(): Promise<void> {
    await Promise.race([
      this.browser.close().catch(() => undefined),
      delay(orderlyMilliseconds, undefined, { ref: false }),
    ])
    this.kill()
    await rm(this.folder, { recursive: true, force: true })
  }
}
