import type { Measured } from '../laid-out-piece.ts'
import { canvas, canvasFontOf, finer, imitatedStyle, missingIn, refusedFonts } from './fonts.ts'

/**
 * Measures a laid-out document. This runs inside the browser, with page scripts turned off, and is injected as text
 * after the other files of this folder. Lengths are in CSS pixels, regardless of the zoom, and the result is in inches.
 */

const pixelsPerInch = 96

interface PixelBox {
  left: number
  top: number
  right: number
  bottom: number
}

interface Line extends PixelBox {
  text: string
  element: Element
  /** The box that the text flows in. */
  block: Element | undefined
}

/** One pixel is a hundredth of an inch. Rounding moves text by as much, which is not visible. */
const tolerance = 1

const isOutside = (inner: PixelBox, outer: PixelBox, across: number, down: number): boolean =>
  inner.left < outer.left - across ||
  inner.right > outer.right + across ||
  inner.top < outer.top - down ||
  inner.bottom > outer.bottom + down

/** How many times larger than its page the document is drawn. */
let zoom = 1

/** True if the document has several pages. They are side by side, a page width apart. */
let isBroken = false

/** The browser reports positions with the zoom applied, and all other lengths without it. */
const boxOfRect = ({ left, top, right, bottom }: PixelBox): PixelBox => ({
  left: left / zoom,
  top: top / zoom,
  right: right / zoom,
  bottom: bottom / zoom,
})

/** True if the element is the containing block of absolute or fixed descendants. */
function holdsPlaced(style: CSSStyleDeclaration, position: string): boolean {
  if (style.transform !== 'none' || style.translate !== 'none' || style.rotate !== 'none' || style.scale !== 'none') {
    return true
  }
  if (/strict|content|layout|paint/.test(style.contain)) return true
  return position === 'absolute' && style.position !== 'static'
}

/** The element and the ancestors that determine its position, from the inside out. */
function* containersOf(element: Element): Generator<{ element: Element; style: CSSStyleDeclaration }> {
  let position = 'static'
  for (let current: Element | null = element; current && current !== document.body; current = current.parentElement) {
    const style = getComputedStyle(current)
    const isPlaced = position === 'absolute' || position === 'fixed'
    if (isPlaced && !holdsPlaced(style, position)) continue
    yield { element: current, style }
    position = style.position
  }
}

/** True for a box that contains lines: a whole drawing, but not the shapes inside it. */
const isBox = (element: Element, style: CSSStyleDeclaration): boolean =>
  !(element instanceof SVGElement && element.ownerSVGElement) &&
  !['inline', 'contents', 'none', 'ruby', 'ruby-text'].includes(style.display)

/** The part of an element in which its content is visible. */
function clipOf(element: Element, style: CSSStyleDeclaration): PixelBox | undefined {
  const across = style.overflowX !== 'visible'
  const down = style.overflowY !== 'visible'
  if (!across && !down) return undefined
  const rect = boxOfRect(element.getBoundingClientRect())
  const width = rect.right - rect.left
  // An element that is rotated, scaled, or split across pages has no border on some of its sides.
  const isPlain =
    element instanceof HTMLElement && Math.abs(element.offsetWidth - width) < 1 && element.getClientRects().length === 1
  const left = rect.left + (isPlain ? element.clientLeft : 0)
  const top = rect.top + (isPlain ? element.clientTop : 0)
  // The text of a letter continues on further pages, but nothing above the first one is printed.
  if (element.localName === 'piece-sheet' && !down)
    return { left: -Infinity, right: Infinity, top: 0, bottom: Infinity }
  return {
    left: across ? left : -Infinity,
    right: across ? left + (isPlain ? element.clientWidth : width) : Infinity,
    top: down ? top : -Infinity,
    bottom: down ? top + (isPlain ? element.clientHeight : rect.bottom - rect.top) : Infinity,
  }
}

interface Surroundings {
  clips: PixelBox[]
  /** The boxes that the text flows in, up to a positioned one. */
  flow: PixelBox[]
  block: Element | undefined
  isHidden: boolean
  style: CSSStyleDeclaration
}

function surroundingsOf(parent: Element): Surroundings {
  const clips: PixelBox[] = []
  const flow: PixelBox[] = []
  const own = getComputedStyle(parent)
  let block: Element | undefined
  let isFlow = true
  let isHidden = own.visibility !== 'visible'
  for (const { element, style } of containersOf(parent)) {
    if (Number(style.opacity) === 0) isHidden = true
    if (!isBox(element, style)) continue
    const clip = clipOf(element, style)
    if (clip) {
      // Screen-reader-only text is usually hidden in a one-pixel box.
      if (clip.right - clip.left <= 1 || clip.bottom - clip.top <= 1) isHidden = true
      clips.push(clip)
    } else if (isFlow && !element.localName.startsWith('piece-') && !(element instanceof SVGElement)) {
      flow.push(boxOfRect(element.getBoundingClientRect()))
    }
    block ??= element
    if (style.position === 'absolute' || style.position === 'fixed' || style.float !== 'none') isFlow = false
  }
  return { clips, flow, block, isHidden, style: own }
}

/** The lines of a text, each with the box of its letters. */
function linesOf(node: Text): Omit<Line, 'element' | 'block'>[] {
  const range = document.createRange()
  range.selectNodeContents(node)
  const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
  const [first] = rects
  if (first && rects.length === 1) return [{ ...boxOfRect(first), text: node.data }]
  const lines: Omit<Line, 'element' | 'block'>[] = []
  for (let at = 0; at < node.length; at += 1) {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const [letterRect] = range.getClientRects()
    const letter = node.data[at] ?? ''
    if (!letterRect || letterRect.width === 0) continue
    const rect = boxOfRect(letterRect)
    const line = lines.at(-1)
    if (line && Math.abs(line.top - rect.top) < 1 && rect.left >= line.left) {
      line.text += letter
      if (letter.trim()) line.right = rect.right
    } else if (letter.trim()) lines.push({ ...rect, text: letter })
  }
  return lines
}

/** The box of the ink: a line is taller than its letters, and its last letter has trailing space. */
function inkOf(line: PixelBox & { text: string }, style: CSSStyleDeclaration): PixelBox {
  if (!canvas || style.writingMode !== 'horizontal-tb') return line
  canvas.font = canvasFontOf(style)
  const metrics = canvas.measureText(style.textTransform === 'uppercase' ? line.text.toUpperCase() : line.text)
  const ascent = metrics.fontBoundingBoxAscent / finer
  const descent = metrics.fontBoundingBoxDescent / finer
  // Rotated or scaled text is not as tall as its font.
  if (Math.abs(line.bottom - line.top - ascent - descent) > 3) return line
  const baseline = line.top + ascent
  return {
    left: line.left,
    right: line.right - Math.max(0, Number.parseFloat(style.letterSpacing) || 0),
    top: baseline - metrics.actualBoundingBoxAscent / finer,
    bottom: baseline + metrics.actualBoundingBoxDescent / finer,
  }
}

const middleOf = ({ left, top, right, bottom }: PixelBox): PixelBox => ({
  left: left + tolerance,
  right: right - tolerance,
  top: top + (bottom - top) / 5,
  bottom: bottom - (bottom - top) / 5,
})

const meet = (one: PixelBox, other: PixelBox): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Text printed over text of another box. Decoration, which is hidden from screen readers, may be behind text. */
function overlapsIn(lines: readonly Line[]): Line[] {
  const read = lines.filter(({ element }) => !element.closest('[aria-hidden="true"]'))
  const middles = read.map(middleOf)
  return read.filter((line, place) =>
    middles.some((middle, other) => {
      const own = middles[place]
      return other < place && own && read[other]?.block !== line.block && meet(own, middle)
    }),
  )
}

/** Lays the text out in page-sized columns, where the browser breaks it as it does on pages. */
function breakIntoPages({ width, height }: { width: number; height: number }): void {
  isBroken = document.body.scrollHeight > height + tolerance
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const { breakBefore, breakAfter } = getComputedStyle(element)
    if (breakBefore === 'page') element.style.breakBefore = 'column'
    if (breakAfter === 'page') element.style.breakAfter = 'column'
    isBroken ||= breakBefore === 'page' || breakAfter === 'page'
  }
  if (!isBroken) return
  const columns = `width:${width}px;height:${height}px;columns:${width}px;column-gap:${width}px;column-fill:auto;overflow:visible`
  document.body.style.cssText += `;${columns.replaceAll(/;|$/g, '!important;')}`
}

interface DrawnPage {
  width: number
  height: number
  zoom: number
}

/**
 * Hides elements beyond the right edge of the page: they are invisible, but Chromium would shrink everything to fit
 * them. Text and codes there stay, because they cause findings. A font loads when its first letter is laid out.
 */
export async function prepare(page: DrawnPage): Promise<void> {
  const elements = [...document.querySelectorAll<HTMLElement>('piece-page :not(qr-code, :has(qr-code))')]
  const beyond = elements.filter((element) => element.getBoundingClientRect().left >= page.zoom * page.width)
  const unseen = beyond.filter(
    (element) => getComputedStyle(element).position === 'absolute' && !element.textContent.trim(),
  )
  // Collects all elements first, because the browser recomputes the layout after each change.
  for (const element of unseen) element.style.setProperty('display', 'none', 'important')
  await document.fonts.ready
}

/** A millionth of an inch is finer than any printer. */
const inches = (pixels: number): number => Math.round((pixels / pixelsPerInch) * 1e6) / 1e6

/** The page that a box is on, and its position there in inches. */
function onPage({ left, top, right, bottom }: PixelBox, { width }: DrawnPage) {
  // A box that leaves its page by less than half of the gap still belongs to that page.
  const before = isBroken ? Math.max(0, Math.floor((left + width / 2) / (2 * width))) : 0
  const box = {
    left: inches(left - before * 2 * width),
    top: inches(top),
    width: inches(right - left),
    height: inches(bottom - top),
  }
  return { page: before + 1, box }
}

/** True if a box leaves its page on the left or right. */
const isBeside = ({ left, width }: { left: number; width: number }, page: DrawnPage): boolean =>
  left < inches(-tolerance) || left + width > inches(page.width + tolerance)

function missingOf(node: Text, style: CSSStyleDeclaration, page: DrawnPage): Measured['missing'] {
  const range = document.createRange()
  return missingIn(node.data, style).flatMap(({ start, end, text }) => {
    range.setStart(node, start)
    range.setEnd(node, end)
    const [rect] = range.getClientRects()
    return rect ? [{ ...onPage(boxOfRect(rect), page), text }] : []
  })
}

export function measure(page: DrawnPage): Measured {
  zoom = page.zoom
  breakIntoPages(page)
  const known = new Map<Element, Surroundings>()
  const lines: Line[] = []
  const clipped: Measured['clipped'] = []
  const missing: Measured['missing'] = []
  const imitated: Measured['imitated'] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!(node instanceof Text) || !parent || parent.localName === 'style' || !node.data.trim()) continue
    const around = known.get(parent) ?? surroundingsOf(parent)
    known.set(parent, around)
    if (around.isHidden) continue
    missing.push(...missingOf(node, around.style, page))
    const imitation = imitatedStyle(around.style)
    for (const line of linesOf(node)) {
      const ink = inkOf(line, around.style)
      const leading = Number.parseFloat(around.style.fontSize) / 4
      const found = { ...onPage(ink, page), text: line.text.trim() }
      if (imitation) imitated.push({ ...found, ...imitation })
      if (isBeside(found.box, page) || around.clips.some((clip) => isOutside(ink, clip, tolerance, tolerance))) {
        clipped.push({ ...found, kind: 'clipped' })
      } else if (around.flow.some((box) => isOutside(ink, box, tolerance, leading))) {
        clipped.push({ ...found, kind: 'overflows' })
      } else lines.push({ ...line, ...ink, element: parent, block: around.block })
    }
  }
  for (const line of overlapsIn(lines))
    clipped.push({ ...onPage(line, page), text: line.text.trim(), kind: 'overflows' })
  const qrCodes = [...document.querySelectorAll('qr-code')].flatMap((element) => {
    const url = element.getAttribute('value')
    const box = boxOfRect(element.getBoundingClientRect())
    const isDrawn = url && box.right > box.left && getComputedStyle(element).visibility === 'visible'
    return isDrawn ? [{ ...onPage(box, page), url }] : []
  })
  return { clipped, missing, imitated, refusedFonts: refusedFonts(), qrCodes }
}
