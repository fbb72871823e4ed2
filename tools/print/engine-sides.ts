import { compileTemplate, sheetOf, specimenImb, withEmbeddedFonts } from '@app/print-engine'
import { houseTemplates } from '@app/print-engine/house'
import { openLayoutBrowser, openPress, printEngine, printFonts, printProcessors } from '@app/print-engine/printing'
import { chromium } from 'playwright-core'
import { findChromium } from '../product/chromium.ts'
import { recipientOf, sender, valuesOf } from './pieces.ts'

const size = '4.25x6'
const templates = [houseTemplates.tmpl_spring_front.html, houseTemplates.tmpl_spring_back.html]

export interface Side {
  label: string
  /** Makes the piece of this number. */
  make: (index: number) => Promise<void>
  /** Pieces that are made at the same time. */
  lanes: number
  close: () => Promise<void>
}

/** Proofs as the renderer makes them: compiled, laid out in the cage, finished, checked, with pictures. */
export async function wholeProofs(lanes = 3, pages = 2): Promise<Side & { spans: Record<string, number[]> }> {
  const processors = printProcessors()
  const browser = await openLayoutBrowser({ pages, processors, runsLast: true })
  const engine = printEngine({ browser, press: openPress({ processors, runsLast: true }), fonts: printFonts })
  const spans: Record<string, number[]> = {}
  return {
    label: `whole proof with all checks, ${browser.confinement.kind}`,
    lanes,
    spans,
    async make(index) {
      const to = recipientOf(index)
      const proof = await engine.proof({
        size,
        sides: templates.map((html) => ({ html, trusted: true })),
        values: valuesOf(index),
        asset: async () => undefined,
        to,
        from: sender,
        imbDigits: specimenImb(to.zip),
      })
      const wrong = proof.checks.filter(({ severity }) => severity === 'error')
      if (wrong.length > 0 || proof.pages.length !== 2)
        throw new Error(`A good piece is refused: ${JSON.stringify(wrong)}`)
      for (const [step, ms] of Object.entries(proof.spans)) (spans[step] ??= []).push(ms)
    },
    close: () => engine.close(),
  }
}

/** The least that Chromium must do: the same two documents on one page that is kept, without cage, overlay or checks. */
export async function barePages(): Promise<Side> {
  const { executablePath, args, env } = await findChromium()
  const browser = await chromium.launch({ executablePath, args, env })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const compiled = templates.map((html) =>
    compileTemplate(html, { sheet: sheetOf(size), flows: false, fonts: printFonts }),
  )
  return {
    label: 'bare page.pdf() of the same HTML, kept page',
    lanes: 1,
    async make(index) {
      for (const template of compiled) {
        const { html } = template.render(valuesOf(index), () => undefined)
        await page.setContent(withEmbeddedFonts(html), { waitUntil: 'load' })
        await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: false, outline: false })
      }
    },
    close: () => browser.close(),
  }
}

/** Makes this many pieces, and resolves with the milliseconds of each and of all together. */
export async function run(
  { lanes, make }: Side,
  first: number,
  count: number,
): Promise<{ times: number[]; all: number }> {
  const times: number[] = []
  let next = first
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < first + count) {
        const since = performance.now()
        await make(next++)
        times.push(performance.now() - since)
      }
    }),
  )
  return { times, all: performance.now() - begun }
}
