/** Shows how a font draws a text, in the pixels of a canvas. */
export const canvas = document.createElement('canvas').getContext('2d')

/** Text metrics are rounded to whole pixels, so text is measured at a larger size. */
export const finer = 16

export const canvasFontOf = (style: CSSStyleDeclaration): string =>
  `${style.fontStyle} ${style.fontWeight} ${finer * Number.parseFloat(style.fontSize)}px ${style.fontFamily}`

function drawingOf(text: string, font: string): string {
  if (!canvas) return text
  canvas.font = font
  const { width, actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } =
    canvas.measureText(text)
  return [width, actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent].join(
    ' ',
  )
}

/** The last private-use character of Unicode, which no font has. A character drawn the same way is missing, too. */
const inNoFont = '\u{10FFFD}'

/** Every font has ASCII. The others are never drawn. */
const alwaysThere = /[\p{ASCII}\p{White_Space}\p{Default_Ignorable_Code_Point}]/u

const missing = new Map<string, boolean>()

function isMissing(character: string, font: string): boolean {
  if (alwaysThere.test(character)) return false
  const key = `${character} ${font}`
  const known = missing.get(key) ?? drawingOf(character, font) === drawingOf(inNoFont, font)
  missing.set(key, known)
  return known
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The characters of a text that no font has, with their positions. A letter and its accent count as one if they
 * compose.
 */
export function missingIn(text: string, style: CSSStyleDeclaration): { start: number; end: number; text: string }[] {
  if (!/\P{ASCII}/u.test(text)) return []
  const font = canvasFontOf(style)
  return [...graphemes.segment(text)].flatMap(({ segment, index }) => {
    const characters = Array.from(segment.normalize('NFC')).filter((character) => isMissing(character, font))
    return characters.length ? [{ start: index, end: index + segment.length, text: characters.join('') }] : []
  })
}

const bold = 600

/** A weight or style that a text requires, but its font has no file for. The browser thickens or slants another one. */
interface ImitatedStyle {
  family: string
  kind: 'bold' | 'italic'
}

const unquoted = (family: string) => family.trim().replaceAll(/^["']|["']$/g, '')

interface Face {
  family: string
  isItalic: boolean
  /** The largest one if the file has several. */
  weight: number
  isRefused: boolean
}

/** Weights are numbers, ranges of two numbers, or names. */
const weightOf = (weight: string): number =>
  Math.max(...weight.split(' ').map((value) => (value === 'bold' ? 700 : Number(value) || 400)))

let faces: Face[] | undefined

/** The document's font rules, read once. */
const allFaces = (): Face[] =>
  (faces ??= [...document.fonts].map(({ family, style, weight, status }) => ({
    family: unquoted(family),
    isItalic: style !== 'normal',
    weight: weightOf(weight),
    isRefused: status === 'error',
  })))

const imitated = new Map<string, ImitatedStyle | undefined>()

function findImitated(fontFamily: string, fontWeight: number, isItalic: boolean): ImitatedStyle | undefined {
  const names = new Set(allFaces().map((face) => face.family))
  const family = fontFamily
    .split(',')
    .map(unquoted)
    .find((name) => names.has(name))
  if (family === undefined) return undefined
  const own = allFaces().filter((face) => face.family === family)
  if (isItalic && !own.some((face) => face.isItalic)) return { family, kind: 'italic' }
  const ofStyle = own.filter((face) => face.isItalic === isItalic)
  const isThin = (ofStyle.length ? ofStyle : own).every(({ weight }) => weight < bold)
  return fontWeight >= bold && isThin ? { family, kind: 'bold' } : undefined
}

export function imitatedStyle({ fontFamily, fontWeight, fontStyle }: CSSStyleDeclaration): ImitatedStyle | undefined {
  const key = `${fontWeight} ${fontStyle} ${fontFamily}`
  if (!imitated.has(key)) imitated.set(key, findImitated(fontFamily, Number(fontWeight), fontStyle !== 'normal'))
  return imitated.get(key)
}

/** Font files that the browser rejected. Their text is set in another font. */
export const refusedFonts = (): string[] => [
  ...new Set(allFaces().flatMap(({ family, isRefused }) => (isRefused ? [family] : []))),
]
