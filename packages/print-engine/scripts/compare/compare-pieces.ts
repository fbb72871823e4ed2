import { recipients } from '@app/mail-piece/samples'
import { printDpi } from '@app/mail-piece/formats'
import type { Browser } from 'playwright-core'
import { type TextLine, textLinesOf } from '../../src/check/text-lines.ts'
import { openPress } from '../../src/check/press.ts'
import { printEngine } from '../../src/engine.ts'
import { type PieceSize, sheetOf } from '../../src/geometry/piece.ts'
import { type Box, boxOf } from '../../src/geometry/units.ts'
import { type LayoutBrowser, openLayoutBrowser } from '../../src/layout/lay-out.ts'
import { openSitePieces } from '../house/site-pieces.ts'
import { readPages } from '../../test/read-pages.ts'
import { type PrintSide, printSides } from './print-side.ts'
import { openSiteBrowser, type Picture, siteDocument, siteSide, trimSize } from './site-screen.ts'

/** How far a side of the print file is from what the site shows. */
export interface Comparison {
  size: PieceSize
  side: number
  /** Lines of text that only one of the two has. */
  otherLines: string[]
  /** The farthest edge of a line, in pixels of the print. */
  farthest: number
  /** Pixels that are off by more than `levels`, of all. */
  pixelsOff: number
}

const levels = 40

/** The same lines, every edge within a pixel, and no more than one pixel of a hundred another one. */
export const isEqual = ({ otherLines, farthest, pixelsOff }: Comparison): boolean =>
  otherLines.length === 0 && farthest <= 1 && pixelsOff <= 0.01

export async function comparePieces(sizes: readonly PieceSize[]): Promise<Comparison[]> {
  const [site, siteBrowser, browser] = await Promise.all([openSitePieces(), openSiteBrowser(), openLayoutBrowser()])
  const engine = printEngine(browser, openPress())
  const comparisons: Comparison[] = []
  try {
    for (const size of sizes) {
      const printed = await printSides(engine, size)
      for (const [index, markup] of site.staticSides(size, recipients.dana).entries()) {
        const side = printed[index]
        if (!side) throw new Error(`The print file of ${size} has no side ${index + 1}`)
        comparisons.push({ size, side: index + 1, ...(await compareSide(siteBrowser, browser, markup, size, side)) })
      }
    }
  } finally {
    await Promise.all([site[Symbol.asyncDispose](), siteBrowser.close(), engine.close()])
  }
  return comparisons
}

async function compareSide(screen: Browser, browser: LayoutBrowser, markup: string, size: PieceSize, side: PrintSide) {
  const shown = await siteSide(screen, markup, size)
  const onPaper = await sitePage(browser, markup, size)
  const broken = words(side.lines.map(({ text }) => text))
  return {
    otherLines: [
      ...difference(words(shown.lines), broken),
      ...difference(words(onPaper.map(({ text }) => text)), broken),
    ],
    farthest: farthestEdge(onPaper, side.lines),
    pixelsOff: pixelsOff(shown.picture, side.picture),
  }
}

/** The lines of the site's component on a page of its own, which gives the exact position of each letter. */
async function sitePage(browser: LayoutBrowser, markup: string, size: PieceSize): Promise<TextLine[]> {
  const { width, height } = trimSize(size)
  const page = boxOf(0, 0, width, height)
  const style = `@page{size:${width}in ${height}in;margin:0}html{print-color-adjust:exact}*{animation:none!important}`
  const { pdf } = await browser.layOut(
    { html: siteDocument(markup, `${width}in`, style), usesViewport: false, owner: 'house' },
    { ...sheetOf(size), page },
  )
  return (await readPages(pdf, textLinesOf))[0] ?? []
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '')

/** A file has letters and their places. Where two spaces are between them, it counts as two lines. */
const words = (lines: readonly string[]): string[] =>
  lines
    .flatMap((line) => line.split(/\s{2,}/))
    .map(squeezed)
    .filter((line) => line !== '')

/** The elements that only one of the lists has, with repetitions. */
function difference(one: readonly string[], other: readonly string[]): string[] {
  const left = [...other]
  const missing = one.filter((line) => {
    const place = left.indexOf(line)
    if (place < 0) return true
    left.splice(place, 1)
    return false
  })
  return [...missing, ...left]
}

/** The distance of the farthest edge of a line from that of the nearest line with the same text. */
function farthestEdge(site: readonly TextLine[], print: readonly TextLine[]): number {
  const distances = site.map(({ text, box }) => {
    const same = print.filter((line) => squeezed(line.text) === squeezed(text))
    return Math.min(...same.map((line) => distance(box, line.box)))
  })
  return Math.max(...distances) * printDpi
}

const distance = (one: Box, other: Box): number =>
  Math.max(
    Math.abs(one.left - other.left),
    Math.abs(one.top - other.top),
    Math.abs(one.left + one.width - other.left - other.width),
    Math.abs(one.top + one.height - other.top - other.height),
  )

function pixelsOff(one: Picture, other: Picture): number {
  if (one.width !== other.width || one.height !== other.height) return 1
  const count = one.width * one.height
  let off = 0
  for (let pixel = 0; pixel < count; pixel++) {
    const isOff = [0, 1, 2].some((color) => {
      const at = pixel * 3 + color
      return Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0)) > levels
    })
    if (isOff) off += 1
  }
  return off / count
}
