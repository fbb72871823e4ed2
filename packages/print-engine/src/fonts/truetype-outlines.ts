import type { Font, PathCommand } from '@cantoo/fontkit'
import { unreadable } from './font-error.ts'
import type { FontTables } from './font-tables.ts'

// Browsers embed TrueType outlines in a PDF as a font, and PostScript outlines as drawings without a name.

interface Point {
  x: number
  y: number
  isOnCurve: boolean
}
type Contour = Point[]
interface Coordinates {
  x: number
  y: number
}

/** Maximum deviation of a curve, in font units. The em has a thousand or more. */
const tolerance = 0.4
const maxPieces = 16

const between = (one: Coordinates, other: Coordinates, part: number): Coordinates => ({
  x: one.x + (other.x - one.x) * part,
  y: one.y + (other.y - one.y) * part,
})

type Cubic = readonly [Coordinates, Coordinates, Coordinates, Coordinates]

/** Splits a cubic curve into two. */
function cutAt([a, b, c, d]: Cubic, part: number): [Cubic, Cubic] {
  const [ab, bc, cd] = [between(a, b, part), between(b, c, part), between(c, d, part)]
  const [abc, bcd] = [between(ab, bc, part), between(bc, cd, part)]
  const middle = between(abc, bcd, part)
  return [
    [a, ab, abc, middle],
    [middle, bcd, cd, d],
  ]
}

/**
 * Converts a cubic curve to enough quadratic ones that the error is invisible. The error falls with the cube of their
 * number.
 */
function quadratics([a, b, c, d]: Cubic): Point[] {
  const bend = Math.hypot(d.x - 3 * c.x + 3 * b.x - a.x, d.y - 3 * c.y + 3 * b.y - a.y)
  const pieces = Math.min(maxPieces, Math.max(1, Math.ceil(Math.cbrt((bend * Math.sqrt(3)) / 36 / tolerance))))
  const points: Point[] = []
  let rest: Cubic = [a, b, c, d]
  for (let left = pieces; left > 0; left -= 1) {
    const [first, second] = left > 1 ? cutAt(rest, 1 / left) : [rest, rest]
    const [from, one, other, to] = first
    const control = { x: (3 * (one.x + other.x) - from.x - to.x) / 4, y: (3 * (one.y + other.y) - from.y - to.y) / 4 }
    points.push({ ...control, isOnCurve: false }, { ...to, isOnCurve: true })
    rest = second
  }
  return points
}

const rounded = ({ x, y, isOnCurve }: Point): Point => ({ x: Math.round(x), y: Math.round(y), isOnCurve })

function contoursOf(commands: readonly PathCommand[]): Contour[] {
  const contours: Contour[] = []
  let pen: Coordinates = { x: 0, y: 0 }
  for (const { command, args } of commands) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = args
    const contour = contours.at(-1)
    if (command === 'moveTo') contours.push([{ x: x1, y: y1, isOnCurve: true }])
    else if (command === 'lineTo') contour?.push({ x: x1, y: y1, isOnCurve: true })
    else if (command === 'bezierCurveTo')
      contour?.push(...quadratics([pen, { x: x1, y: y1 }, { x: x2, y: y2 }, { x: x3, y: y3 }]))
    else if (command === 'quadraticCurveTo')
      contour?.push({ x: x1, y: y1, isOnCurve: false }, { x: x2, y: y2, isOnCurve: true })
    pen = contours.at(-1)?.at(-1) ?? pen
  }
  return contours.map((contour) => contour.map(rounded)).flatMap((contour) => closed(contour))
}

/** Drops the last point if it equals the first, because a contour closes by itself. */
function closed(contour: Contour): Contour[] {
  const [first, last] = [contour[0], contour.at(-1)]
  if (first && last && contour.length > 1 && last.isOnCurve && first.x === last.x && first.y === last.y) contour.pop()
  return contour.length > 1 ? [contour] : []
}

interface Bounds {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

function boundsOf(contours: readonly Contour[]): Bounds {
  const bounds = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (const { x, y } of contours.flat()) {
    bounds.minX = Math.min(bounds.minX, x)
    bounds.minY = Math.min(bounds.minY, y)
    bounds.maxX = Math.max(bounds.maxX, x)
    bounds.maxY = Math.max(bounds.maxY, y)
  }
  return bounds
}

const isShort = (value: number) => value >= -0x80_00 && value <= 0x7f_ff

/** A glyph in the format of the glyf table. Empty for a blank glyph. */
function glyphOf(contours: readonly Contour[], { minX, minY, maxX, maxY }: Bounds): Buffer {
  const points = contours.flat()
  if (points.length === 0) return Buffer.alloc(0)
  if (![minX, minY, maxX, maxY, maxX - minX, maxY - minY].every(isShort) || points.length > 0xff_ff)
    throw unreadable('a glyph that is too large')
  const ends = 10 + contours.length * 2
  const glyph = Buffer.alloc(Math.ceil((ends + 2 + points.length * 5) / 4) * 4)
  for (const [place, value] of [contours.length, minX, minY, maxX, maxY].entries()) glyph.writeInt16BE(value, place * 2)
  let last = -1
  for (const [place, contour] of contours.entries()) glyph.writeUInt16BE((last += contour.length), 10 + place * 2)
  const flags = ends + 2
  let before = { x: 0, y: 0 }
  for (const [place, point] of points.entries()) {
    glyph.writeUInt8(point.isOnCurve ? 1 : 0, flags + place)
    glyph.writeInt16BE(point.x - before.x, flags + points.length + place * 2)
    glyph.writeInt16BE(point.y - before.y, flags + points.length * 3 + place * 2)
    before = point
  }
  return glyph
}

const copied = (tables: FontTables, name: string): Buffer => {
  const table = tables.get(name)
  if (!table) throw unreadable(`a file without the table ${name}`)
  return Buffer.from(table)
}

/** The tables that do not depend on the outline format. */
const kept = ['cmap', 'name', 'OS/2', 'GDEF', 'GPOS', 'GSUB', 'kern', 'BASE', 'hhea']

/** The tables of the same font with TrueType outlines. Its glyphs keep their numbers and widths. @throws {FontError} */
export function withTrueTypeOutlines(tables: FontTables, font: Font): FontTables {
  const count = font.numGlyphs
  const glyphs: Buffer[] = []
  const offsets = Buffer.alloc((count + 1) * 4)
  const metrics = Buffer.alloc(count * 4)
  const most = { points: 0, contours: 0 }
  const all: Bounds = { minX: 0, minY: 0, maxX: 0, maxY: 0 }
  for (let number = 0, offset = 0; number < count; number += 1) {
    const glyph = font.getGlyph(number)
    const contours = contoursOf(glyph?.path.commands ?? [])
    const bounds = boundsOf(contours)
    const written = glyphOf(contours, bounds)
    glyphs.push(written)
    offset += written.length
    offsets.writeUInt32BE(offset, (number + 1) * 4)
    metrics.writeUInt16BE(Math.min(0xff_ff, Math.max(0, Math.round(glyph?.advanceWidth ?? 0))), number * 4)
    metrics.writeInt16BE(written.length > 0 ? bounds.minX : 0, number * 4 + 2)
    if (written.length === 0) continue
    most.points = Math.max(most.points, contours.flat().length)
    most.contours = Math.max(most.contours, contours.length)
    for (const edge of ['minX', 'minY'] as const) all[edge] = Math.min(all[edge], bounds[edge])
    for (const edge of ['maxX', 'maxY'] as const) all[edge] = Math.max(all[edge], bounds[edge])
  }
  const head = copied(tables, 'head')
  for (const [place, value] of [all.minX, all.minY, all.maxX, all.maxY].entries())
    head.writeInt16BE(value, 36 + place * 2)
  // Selects four-byte glyph offsets.
  head.writeInt16BE(1, 50)
  const hhea = copied(tables, 'hhea')
  hhea.writeUInt16BE(count, 34)
  const maxp = Buffer.alloc(32)
  maxp.writeUInt32BE(0x00_01_00_00, 0)
  for (const [place, value] of [count, most.points, most.contours, 0, 0, 2].entries())
    maxp.writeUInt16BE(value, 4 + place * 2)
  // Without glyph names.
  const post = Buffer.alloc(32)
  post.set(copied(tables, 'post').subarray(0, 32))
  post.writeUInt32BE(0x00_03_00_00, 0)
  return new Map([
    ...[...tables].filter(([name]) => kept.includes(name)),
    ['head', head],
    ['hhea', hhea],
    ['hmtx', metrics],
    ['maxp', maxp],
    ['post', post],
    ['loca', offsets],
    ['glyf', Buffer.concat(glyphs)],
  ])
}
