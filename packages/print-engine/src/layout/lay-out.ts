import { withEmbeddedFonts } from '../compile/document.ts'
import type { Sheet } from '../geometry/piece.ts'
import type { TimeLimits } from '../time-limits.ts'
import { BrowserProcess, type BrowserProgram, type Confinement, removeAbandonedFolders } from './browser-process.ts'
import { lockedChromium } from './chromium.ts'
import { type KeptPage, openPage } from './kept-page.ts'
import type { LaidOutPiece, PieceDocument } from './laid-out-piece.ts'
import { LayoutError, NoBrowserError } from './layout-error.ts'
import { layoutTime } from './layout-time.ts'
import { limitTurns } from './turns.ts'

export type LayoutBrowser = Pick<Browsers, 'layOut' | 'confinement' | 'counts' | 'close'>

export interface LayoutOptions {
  /** A Chromium to use instead of the lockfile's. */
  executablePath?: string
  /**
   * Maximum number of documents laid out at the same time. If it is more than one, customer documents leave one to
   * built-in templates.
   */
  pages?: number
  /** A page is reopened after this many documents. */
  recycleAfter?: number
  /**
   * A browser that uses more memory is replaced once it is idle, and immediately if it exceeds this by half a gigabyte.
   */
  maxMegabytes?: number
  /** A layout that takes longer is stopped. */
  limits?: TimeLimits
}

const defaults = { pages: 2, recycleAfter: 200, maxMegabytes: 600, limits: { work: 10_000, wall: 60_000 } }

/** The number of layouts between two checks of a browser's memory. */
const layoutsBetweenLooks = 16
/** The time between two checks of a browser's memory and processor time during layouts. */
const millisecondsBetweenLooks = 1000
/** The memory that one document may use beyond the limit before its browser is killed. */
const suddenMegabytes = 512

/** Starts a browser, isolated if the machine allows it. */
export async function openLayoutBrowser(options: LayoutOptions = {}): Promise<LayoutBrowser> {
  const { executablePath } = options
  const program: BrowserProgram = executablePath
    ? { executablePath, env: {}, isWhole: false }
    : { ...(await lockedChromium()), isWhole: true }
  await removeAbandonedFolders()
  let reason = ''
  // Retries once, because a busy machine may be slow, and a browser without isolation would reject all customer
  // templates from then on.
  for (let attempts = 2; attempts > 0; attempts -= 1) {
    try {
      return new Browsers(program, { kind: 'isolated' }, await BrowserProcess.start(program, true), options)
    } catch (error) {
      reason = reasonOf(error)
    }
  }
  return new Browsers(program, { kind: 'none', reason }, await BrowserProcess.start(program, false), options)
}

/**
 * The reason why a browser did not start: the last output of the browser or its start script, without the long command
 * line.
 */
export function reasonOf(error: unknown): string {
  const message = String(error instanceof Error ? error.message : error)
  const [, said] = /\[err\] (.+)/.exec(message) ?? []
  return said ?? message.split('\n')[0] ?? ''
}

/** A browser in use, with its free pages. */
interface Run {
  readonly process: BrowserProcess
  readonly time: ReturnType<typeof layoutTime>
  readonly pages: KeptPage[]
  inWork: number
  layouts: number
  isRetired: boolean
  /** One of its pages does not respond, so it cannot close gracefully. */
  hangs: boolean
}

class Browsers {
  /**
   * Isolated: the sandbox is on and the network is empty, both verified when each browser starts. Open: only our own
   * templates may be laid out, for the given reason.
   */
  readonly confinement: Confinement
  readonly counts = { layouts: 0, recycledPages: 0, recycledBrowsers: 0, refusedRequests: 0 }
  private readonly program: BrowserProgram
  private readonly turns: ReturnType<typeof limitTurns>
  private readonly options: Required<Omit<LayoutOptions, 'executablePath'>>
  private readonly running = new Set<Run>()
  private readonly closing = new Set<Promise<void>>()
  private readonly watch: NodeJS.Timeout
  private current: Promise<Run> | undefined
  private isClosed = false
  private isLooking = false

  constructor(program: BrowserProgram, confinement: Confinement, first: BrowserProcess, options: LayoutOptions) {
    this.options = { ...defaults, ...options }
    const { pages, limits } = this.options
    this.program = program
    this.confinement = confinement
    this.turns = limitTurns({ all: pages, house: pages, customer: Math.max(1, pages - 1) })
    this.current = Promise.resolve(this.use(first))
    this.watch = setInterval(() => void this.lookAtAll(), Math.min(millisecondsBetweenLooks, limits.work)).unref()
  }

  /**
   * Lays out one document. Waits for a free page.
   * @throws {LayoutError} if this document cannot be laid out, {NoBrowserError} if no document can, and the abort
   * reason of `signal`
   */
  layOut = async (piece: PieceDocument, sheet: Sheet, signal?: AbortSignal): Promise<LaidOutPiece> => {
    const done = await this.turns.take(piece.owner, signal)
    try {
      const run = await this.currentRun()
      run.inWork += 1
      try {
        return await this.layOutIn(run, piece, sheet, signal)
      } finally {
        run.inWork -= 1
        if (run.isRetired && run.inWork === 0) this.end(run)
      }
    } finally {
      done()
    }
  }

  private async layOutIn(
    run: Run,
    piece: PieceDocument,
    sheet: Sheet,
    signal: AbortSignal | undefined,
  ): Promise<LaidOutPiece> {
    let page = run.pages.pop()
    try {
      const laidOut = await run.time.keep(async () => {
        page ??= await openPage(run.process.browser, () => (this.counts.refusedRequests += 1))
        return page.layOut(run.process.hasFonts ? piece : { ...piece, html: withEmbeddedFonts(piece.html) }, sheet)
      }, signal)
      this.counts.layouts += 1
      if (page && page.layouts < this.options.recycleAfter) run.pages.push(page)
      else if (page) this.drop(page)
      await this.lookAt(run)
      return laidOut
    } catch (error) {
      if (page) this.drop(page)
      // An unresponsive page cannot be closed, so its browser is closed, too.
      run.hangs ||= signal?.aborted === true || (error instanceof LayoutError && error.code === 'timeout')
      // When a browser is killed, its pages end first. It is retired here, so that the next document does not get it in
      // between.
      if (!(error instanceof LayoutError) || error.code !== 'navigated') this.retire(run)
      if (error instanceof LayoutError || signal?.aborted) throw error
      throw new LayoutError('renderer_crashed', { cause: error })
    }
  }

  private drop(page: KeptPage): void {
    this.counts.recycledPages += 1
    void page.close()
  }

  private async currentRun(): Promise<Run> {
    while (!this.isClosed) {
      const starting = (this.current ??= this.start())
      const run = await starting
      if (!run.isRetired) return run
      // Starts the next browser, unless another document has already done so.
      if (this.current === starting) this.current = undefined
    }
    throw new LayoutError('renderer_crashed')
  }

  private async start(): Promise<Run> {
    try {
      return this.use(await BrowserProcess.start(this.program, this.confinement.kind === 'isolated'))
    } catch (cause) {
      this.current = undefined
      throw new NoBrowserError(cause)
    }
  }

  private use(process: BrowserProcess): Run {
    const time = layoutTime(this.options.limits)
    const run: Run = { process, time, pages: [], inWork: 0, layouts: 0, isRetired: false, hangs: false }
    this.running.add(run)
    process.browser.once('disconnected', () => this.retire(run))
    if (this.isClosed) this.end(run)
    return run
  }

  private async lookAt(run: Run): Promise<void> {
    run.layouts += 1
    if (run.layouts % layoutsBetweenLooks !== 0) return
    const { megabytes } = await run.process.usage()
    if (megabytes > this.options.maxMegabytes) this.retire(run)
  }

  /** Stops layouts that take too long, and kills browsers that use too much memory. */
  private async lookAtAll(): Promise<void> {
    if (this.isLooking) return
    this.isLooking = true
    for (const run of this.running) {
      if (run.inWork === 0) continue
      const { megabytes, times } = await run.process.usage()
      run.time.look(times)
      if (megabytes > this.options.maxMegabytes + suddenMegabytes) run.process.kill()
    }
    this.isLooking = false
  }

  /** New documents get a new browser. This one closes after its last document. */
  private retire(run: Run): void {
    if (run.isRetired) return
    run.isRetired = true
    this.counts.recycledBrowsers += 1
    if (run.inWork === 0) this.end(run)
  }

  private end(run: Run): void {
    run.isRetired = true
    if (!this.running.delete(run)) return
    if (run.hangs) run.process.kill()
    const ending = run.process.close().finally(() => this.closing.delete(ending))
    this.closing.add(ending)
  }

  /** Closes every browser. Layouts in progress fail as crashed. */
  close = async (): Promise<void> => {
    this.isClosed = true
    clearInterval(this.watch)
    await this.current?.catch(() => undefined)
    for (const run of this.running) this.end(run)
    await Promise.all(this.closing)
  }
}
