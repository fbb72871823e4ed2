import { type GrayRaster, type PixelArea, pixelAreaOf } from '../../codes/raster.ts'
import { addressSideOf, bleedOf, isPostcard } from '../../geometry/piece.ts'
import { type Box, boxOf, grown, overlap } from '../../geometry/units.ts'
import { paper } from '../page-picture.ts'
import type { PageFinding, PageToCheck } from '../reading.ts'
import { findLines } from './paragraphs.ts'

/** The smallest box around the ink in a picture, without its outermost pixels, which nearby art can turn gray. */
function inkIn(raster: GrayRaster, except: readonly PixelArea[]): Box | undefined {
  const { data, width, height, dpi } = raster
  let [left, top, right, bottom] = [width, height, -1, -1]
  const isExcepted = (x: number, y: number) =>
    except.some((area) => x >= area.left && x < area.right && y >= area.top && y < area.bottom)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      if ((data[y * width + x] ?? paper) >= paper || isExcepted(x, y)) continue
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x + 1)
      bottom = Math.max(bottom, y + 1)
    }
  return right < 0 ? undefined : boxOf(left / dpi, top / dpi, (right - left) / dpi, (bottom - top) / dpi)
}

const inches = (length: number) => String(Math.round(length * 100) / 100)

/** Width of the antialiased edge of letters, in inches. */
const edge = 0.02

/** Converts a box on the page to the coordinates of one of its parts. */
const within = (box: Box, { left, top }: Box): Box => boxOf(box.left - left, box.top - top, box.width, box.height)

/**
 * Reports the art's ink in the area of the address. Includes white text, because it stays in the file. QR codes are
 * found by their boxes, because they are drawn over the art later.
 */
export function checkInkFreeZone({ piece: { size }, art: { zone, lines }, grounds }: PageToCheck): PageFinding[] {
  if (!zone) return []
  const code = 'ink_free_zone_not_empty'
  const { inkFree } = addressSideOf(size)
  const qrCode = grounds.find(({ kind, box }) => kind === 'QR code' && overlap(inkFree, box))
  if (qrCode) return [{ code, detail: 'A QR code is in the ink-free zone.', box: qrCode.box }]
  const inZone = lines.filter(({ box }) => overlap(inkFree, box))
  // On a letter, this text is in the window, which has its own finding.
  const found = isPostcard(size) ? [] : inZone
  const ink = inkIn(
    zone,
    found.map(({ box }) => pixelAreaOf(zone, grown(within(box, inkFree), edge))),
  )
  if (ink) {
    const box = { ...ink, left: ink.left + inkFree.left, top: ink.top + inkFree.top }
    const detail = `The art puts ink on ${inches(ink.width)} × ${inches(ink.height)} in of the ink-free zone.`
    return [{ code, detail, box }]
  }
  if (!isPostcard(size)) return []
  return findLines(code, inZone, (text) => `The art has invisible text in the ink-free zone: ${text}.`)
}

type Edge = ReturnType<typeof edgesOf>[number]

function edgesOf({ data, width, height, dpi }: GrayRaster) {
  const [right, bottom] = [width - 1, height - 1]
  const edge = (name: string, length: number, pixelAt: (along: number, inward: number) => [number, number]) => ({
    name,
    /** Length of the edge, in pixels. */
    length,
    /** The lightness at a position along the edge, `inward` pixels into the page. */
    light(along: number, inward: number) {
      const [x, y] = pixelAt(along, inward)
      return data[y * width + x] ?? paper
    },
    /** The box of a section of the edge. */
    boxOf(from: number, to: number, depth: number) {
      const [[x1, y1], [x2, y2]] = [pixelAt(from, 0), pixelAt(to - 1, depth - 1)]
      const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)]
      return boxOf(left / dpi, top / dpi, (Math.abs(x1 - x2) + 1) / dpi, (Math.abs(y1 - y2) + 1) / dpi)
    },
  })
  return [
    edge('left', height, (along, inward) => [inward, along]),
    edge('right', height, (along, inward) => [right - inward, along]),
    edge('top', width, (along, inward) => [along, inward]),
    edge('bottom', width, (along, inward) => [along, bottom - inward]),
  ]
}

/** Art that ends this far inside the trim, or anywhere farther out, shows a white edge if the cut is off. In inches. */
const riskInches = 1 / 32
/** Art at least this dark is visible next to a white edge. */
const visible = 230
/** A shorter section parallel to the edge is the tip of a round shape. In inches. */
const shortestStretch = 0.12

/** The number of paper pixels before the ink. Undefined if there is no visible ink. */
function paperBefore(edge: Edge, along: number, max: number): number | undefined {
  for (let inward = 0; inward <= max; inward++) {
    if (edge.light(along, inward) >= paper) continue
    return edge.light(along, inward + 2) < visible ? inward : undefined
  }
  return undefined
}

/**
 * Sections of an edge where art ends parallel to it and short of it. Art that meets the edge at an angle does not
 * count.
 */
function shortStretches(edge: Edge, dpi: number, max: number): { from: number; to: number; gap: number }[] {
  const stretches: { from: number; to: number; gap: number }[] = []
  for (let along = 0; along < edge.length; along++) {
    const gap = paperBefore(edge, along, max)
    const last = stretches.at(-1)
    if (gap === undefined || gap <= 1) continue
    if (last && last.to === along && Math.abs(last.gap - gap) <= 1) last.to = along + 1
    else stretches.push({ from: along, to: along + 1, gap })
  }
  return stretches.filter(({ from, to }) => (to - from) / dpi >= shortestStretch)
}

/** Reports art that ends near or beyond the trim but short of the bleed's edge. */
export function checkBleed({ piece: { size }, gray }: PageToCheck): PageFinding[] {
  if (!isPostcard(size)) return []
  const bleed = bleedOf(size)
  const max = Math.round((bleed + riskInches) * gray.dpi)
  return edgesOf(gray).flatMap((edge) => {
    const stretches = shortStretches(edge, gray.dpi, max)
    const [first, last] = [stretches[0], stretches.at(-1)]
    if (!first || !last) return []
    const gap = Math.max(...stretches.map((stretch) => stretch.gap))
    const detail = `The art ends ${inches(gap / gray.dpi)} in inside the ${edge.name} edge of the bleed.`
    return [{ code: 'bleed_incomplete', detail, box: edge.boxOf(first.from, last.to, gap) }]
  })
}
