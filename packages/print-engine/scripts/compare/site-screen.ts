import { letterFormats, postcardFormats, printDpi, type SizeInches } from '@app/mail-piece/formats'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import type { PieceSize } from '../../src/geometry/piece.ts'
import { lockedChromium } from '../../src/layout/chromium.ts'
import { printFonts } from '../../src/fonts/print-fonts.ts'
import { identityTokens, pieceStyles } from '../house/site-pieces.ts'

export interface Picture {
  /** Red, green and blue of each pixel. */
  pixels: Uint8Array
  width: number
  height: number
}

/** A side of a piece as the site shows it. */
export interface SiteSide {
  picture: Picture
  /** The texts of the lines, as the browser breaks them. */
  lines: string[]
}

export const trimSize = (size: PieceSize): SizeInches => ({ ...postcardFormats, ...letterFormats })[size].trim

/** Colors and typefaces. The site's rules for browser windows do not apply to pieces. */
const identity = (identityTokens.split('@media')[0] ?? '').replaceAll(/^.*\dvw.*$/gm, '')

const faces = printFonts
  .map(
    ({ family, weight, style, bytes, unicodeRange }) =>
      `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};unicode-range:${unicodeRange};` +
      `src:url(data:font/ttf;base64,${Buffer.from(bytes).toString('base64')})}`,
  )
  .join('\n')

/** A page of the site with one side of a piece, and the rules of its style sheets that apply to every page. */
export const siteDocument = (markup: string, width: string, more = ''): string =>
  `<!doctype html><html lang="en"><style>${faces}\n${identity}\n${pieceStyles.join('\n')}
*{box-sizing:border-box}body{margin:0;font-family:var(--font-text)}
${more}</style><div style="width:${width}">${markup}</div></html>`

/** The resolution that print files are laid out at. Above it, Chromium breaks lines elsewhere than on the screens that people have. */
const screenDpi = 480

/** A screen rounds shapes to its pixels, so each pixel of the picture is the mean of four smaller ones, where they fit. */
const finenessOf = ({ width, height }: SizeInches): number =>
  Math.min(2, Math.floor(Math.sqrt(maxPixels / (width * height * printDpi ** 2))))

/** Chromium takes no larger pictures of a page on a small machine. */
const maxPixels = 40e6

export async function openSiteBrowser(): Promise<Browser> {
  const { executablePath, env } = await lockedChromium()
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    chromiumSandbox: false,
    args: ['--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'],
  })
}

export async function siteSide(browser: Browser, markup: string, size: PieceSize): Promise<SiteSide> {
  const trim = trimSize(size)
  const fineness = finenessOf(trim)
  const whole = { width: trim.width * screenDpi, height: Math.ceil(trim.height * screenDpi) }
  const viewport = { width: whole.width, height: Math.min(bandHeight, whole.height) }
  const deviceScaleFactor = (fineness * printDpi) / screenDpi
  const page = await browser.newPage({ viewport, deviceScaleFactor, reducedMotion: 'reduce' })
  try {
    await page.setContent(siteDocument(markup, `${whole.width}px`))
    await page.evaluate('document.fonts.ready')
    const lines = await page.evaluate<string[]>(`(${linesOfPage})()`)
    return { picture: reduced(await pictureOf(page, whole), fineness), lines }
  } finally {
    await page.close()
  }
}

/** A whole number of the picture's pixels at any fineness. */
const bandHeight = 512

/**
 * Runs in the page: resolves with where it is scrolled to once that is drawn. The last band begins above its place, where
 * the document ends. A picture that is taken while a busy machine still draws fails.
 */
const scrolledTo = `async (top) => {
  scrollTo({ top, behavior: 'instant' })
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  return scrollY
}`

/**
 * Taken in bands, each as high as the window, which scrolls: a busy machine fails to draw that many pixels at once, even
 * when the picture shows only a part of them.
 */
async function pictureOf(page: Page, { width, height }: SizeInches): Promise<Picture> {
  const bands: Buffer[] = []
  let across = 0
  for (let y = 0; y < height; y += bandHeight) {
    const scrolled = await page.evaluate<number>(`(${scrolledTo})(${y})`)
    const clip = { x: 0, y: y - scrolled, width, height: Math.min(bandHeight, height - y) }
    const band = sharp(await page.screenshot({ clip })).removeAlpha()
    const { data, info } = await band.raw().toBuffer({ resolveWithObject: true })
    bands.push(data)
    across = info.width
  }
  const pixels = Buffer.concat(bands)
  return { pixels, width: across, height: pixels.length / across / 3 }
}

/** Each pixel is the mean of those that it is made from. */
function reduced(fine: Picture, times: number): Picture {
  const width = fine.width / times
  const height = fine.height / times
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let color = 0; color < 3; color++) {
        let sum = 0
        for (let down = 0; down < times; down++)
          for (let across = 0; across < times; across++)
            sum += fine.pixels[((y * times + down) * fine.width + x * times + across) * 3 + color] ?? 0
        pixels[(y * width + x) * 3 + color] = Math.round(sum / times ** 2)
      }
  return { pixels, width, height }
}

/** Runs in the page. A line ends where the next letter stands to the left of the one before it. */
const linesOfPage = `function () {
  const lines = []
  let block, right
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    let own = node.parentElement
    if (own.localName === 'style') continue
    while (getComputedStyle(own).display === 'inline') own = own.parentElement
    const isUpper = getComputedStyle(own).textTransform === 'uppercase'
    for (let at = 0; at < node.length; at++) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const [rect] = range.getClientRects()
      if (!rect || !rect.width) continue
      if (own !== block || rect.left < right - rect.width / 2) lines.push('')
      block = own
      right = rect.right
      lines[lines.length - 1] += isUpper ? node.data[at].toUpperCase() : node.data[at]
    }
  }
  return lines
}`
