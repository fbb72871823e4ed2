import fontkit, { type Font } from '@cantoo/fontkit'
import regularFile from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url'
import boldFile from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url'

/** One weight of Arimo, whose characters are as wide as Helvetica's. */
export interface Typeface {
  file: Uint8Array
  font: Font
  /** The width of the text at this size, in points. */
  widthOf: (text: string, size: number) => number
}

export interface Typefaces {
  regular: Typeface
  bold: Typeface
}

export function typefaceOf(file: Uint8Array): Typeface {
  const font = fontkit.create(file)
  if (!('unitsPerEm' in font)) throw new Error('This file is a collection of fonts')
  const advances = new Map<string, number>()
  const advanceOf = (character: string): number => {
    const advance = advances.get(character) ?? font.glyphForCodePoint(character.codePointAt(0) ?? 0)?.advanceWidth ?? 0
    advances.set(character, advance)
    return advance
  }
  const widthOf = (text: string, size: number) =>
    Array.from(text).reduce((sum, character) => sum + advanceOf(character), 0) * (size / font.unitsPerEm)
  return { file, font, widthOf }
}

/** A font is a file of the build, not an API response, so there is no generated hook for it. */
async function load(url: string): Promise<Typeface> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The font file returned ${response.status}`)
  return typefaceOf(new Uint8Array(await response.arrayBuffer()))
}

export async function loadTypefaces(): Promise<Typefaces> {
  const [regular, bold] = await Promise.all([load(regularFile), load(boldFile)])
  return { regular, bold }
}
