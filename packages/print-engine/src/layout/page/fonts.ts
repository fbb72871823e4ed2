/** How a font draws a text, in the pixels of a canvas. */
export const canvas = document.createElement('canvas').getContext('2d')

/** Text metrics are whole pixels, so they are measured in a larger size. */
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

/** The last private character of Unicode, which no font has. What is drawn like it is missing too. */
const inNoFont = '\u{10FFFD}'

/** Every font has ASCII. The others of these are never drawn. */
const alwaysThere = /[\u0000-\u007e\p{White_Space}\p{Default_Ignorable_Code_Point}]/u

const missing = new Map<string, boolean>()

function isMissing(character: string, font: string): boolean {
  if (alwaysThere.test(character)) return false
  const key = `${character} ${font}`
  const known = missing.get(key) ?? drawingOf(character, font) === drawingOf(inNoFont, font)
  missing.set(key, known)
  return known
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters of a text that no font has, each with its place. A letter and its accent count as one where there is one. */
export function missingIn(text: string, style: CSSStyleDeclaration): { start: number; end: number; text: string }[] {
  if (!/[^\u0000-\u007e]/.test(text)) return []
  const font = canvasFontOf(style)
  return [...graphemes.segment(text)].flatMap(({ segment, index }) => {
    const characters = [...segment.normalize('NFC')].filter((character) => isMissing(character, font))
    return characters.length ? [{ start: index, end: index + segment.length, text: characters.join('') }] : []
  })
}

const bold = 600

/** A weight or a style that a text asks for, and that its font has no file for. The browser thickens or slants another. */
export interface ImitatedStyle {
  family: string
  kind: 'bold' | 'italic'
}

const unquoted = (family: string) => family.trim().replaceAll(/^["']|["']$/g, '')

const facesOf = (family: string) => [...document.fonts].filter((face) => unquoted(face.family) === family)

/** Weights are numbers, ranges of two, or names. */
const largestWeight = ({ weight }: FontFace): number =>
  Math.max(...weight.split(' ').map((value) => (value === 'bold' ? 700 : Number(value) || 400)))

export function imitatedStyle({ fontFamily, fontWeight, fontStyle }: CSSStyleDeclaration): ImitatedStyle | undefined {
  const family = fontFamily
    .split(',')
    .map(unquoted)
    .find((name) => facesOf(name).length > 0)
  if (family === undefined) return undefined
  const faces = facesOf(family)
  const isItalic = fontStyle !== 'normal'
  const italics = faces.filter(({ style }) => style !== 'normal')
  if (isItalic && italics.length === 0) return { family, kind: 'italic' }
  const chosen = isItalic ? italics : faces.filter(({ style }) => style === 'normal')
  const isThin = (chosen.length ? chosen : faces).every((face) => largestWeight(face) < bold)
  return Number(fontWeight) >= bold && isThin ? { family, kind: 'bold' } : undefined
}

/** Font files that the browser does not take. Text in them is set in another font. */
export const refusedFonts = (): string[] => [
  ...new Set([...document.fonts].filter(({ status }) => status === 'error').map(({ family }) => unquoted(family))),
]
