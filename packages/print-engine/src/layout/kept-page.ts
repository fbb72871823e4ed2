import type { Browser, Page } from 'playwright-core'
import type { Sheet } from '../geometry/piece.ts'
import { pageScript } from '../generated/page-script.ts'
import type { LaidOutPiece, Measured, PieceDocument } from './laid-out-piece.ts'
import { LayoutError } from './layout-error.ts'

const pixelsPerInch = 96

const smallWindow = { width: 32, height: 32 }

/**
 * The browser rounds lines and edges to whole pixels, a hundredth of an inch each. So a piece is laid out larger and
 * printed smaller. Lines break as on screens up to 5 times, but no longer at 6. A piece that depends on the window size
 * would see that of the enlarged window, so it is laid out at its own size.
 */
const zoomOf = ({ usesViewport }: PieceDocument): number => (usesViewport ? 1 : 5)

export type KeptPage = Awaited<ReturnType<typeof openPage>>

/** A page that stays open, because opening one takes longer than laying out a card. Each has its own session. */
export async function openPage(browser: Browser, onRefused: () => void) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    offline: true,
    serviceWorkers: 'block',
    acceptDownloads: false,
    reducedMotion: 'reduce',
    colorScheme: 'light',
  })
  await context.route('**/*', (route) => {
    onRefused()
    return route.abort()
  })
  const page = await context.newPage()
  await page.emulateMedia({ media: 'print' })

  return {
    /** The number of documents laid out so far. */
    layouts: 0,

    /** @throws {LayoutError}. The page must not be used again afterward. */
    async layOut(piece: PieceDocument, sheet: Sheet): Promise<LaidOutPiece> {
      const crashed = Promise.withResolvers<never>()
      const onCrash = () => crashed.reject(new LayoutError('renderer_crashed'))
      page.once('crash', onCrash)
      page.once('close', onCrash)
      try {
        // The slower of the two is ignored.
        return await Promise.race([layOutIn(page, piece, sheet), crashed.promise])
      } finally {
        page.off('crash', onCrash)
        page.off('close', onCrash)
        this.layouts += 1
      }
    },

    close: (): Promise<void> => context.close().catch(() => undefined),
  }
}

async function layOutIn(page: Page, piece: PieceDocument, { page: { width, height } }: Sheet): Promise<LaidOutPiece> {
  const size = { width: Math.round(width * pixelsPerInch), height: Math.round(height * pixelsPerInch) }
  const zoom = zoomOf(piece)
  // A small window: only the window is painted, but never seen, and painting took half of the time.
  const window = zoom === 1 ? size : smallWindow
  const now = page.viewportSize()
  if (now?.width !== window.width || now.height !== window.height) await page.setViewportSize(window)
  // The deadline of the whole layout is enforced elsewhere.
  await page.setContent(piece.html.replace('<html', `<html style="zoom:${zoom}"`), { timeout: 0 })
  const drawn = JSON.stringify({ ...size, zoom })
  await page.evaluate(`(${pageScript}).prepare(${drawn})`)
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    scale: 1 / zoom,
    printBackground: true,
    tagged: false,
    outline: false,
  })
  const measured = await page.evaluate<Measured>(`(${pageScript}).measure(${drawn})`)
  if (page.url() !== 'about:blank') throw new LayoutError('navigated')
  return { pdf, ...measured }
}
