import { type PrintFinding, printFindingOf } from '../../findings.ts'
import type { PageReading } from '../reading.ts'

/** Pixels for each printed inch: sharp, and the least that can be printed. */
const resolution = { good: 300, least: 150 }
/** An image is placed on whole pixels of the page, so that one that was made for its place may be off by one. */
const resolutionTolerance = 0.99

export const checkFonts = (page: number, { facts }: PageReading): PrintFinding[] =>
  facts.fontsNotEmbedded.map((name) =>
    printFindingOf('font_not_embedded', `The font ${name || 'without a name'} is not embedded.`, { page }),
  )

export const checkImages = (page: number, { facts }: PageReading): PrintFinding[] =>
  facts.images.flatMap(({ dpi, box }) => {
    if (dpi >= resolution.good * resolutionTolerance) return []
    const isTooLow = dpi < resolution.least * resolutionTolerance
    const code = isTooLow ? 'image_resolution_too_low' : 'image_resolution_low'
    const needed = isTooLow ? `at least ${resolution.least}` : `${resolution.good}`
    const detail = `The image has ${Math.floor(dpi)} pixels for each inch, and needs ${needed}.`
    return [printFindingOf(code, detail, { page, ...(box && { box }) })]
  })

export const checkCharacters = (page: number, { facts }: PageReading): PrintFinding[] =>
  facts.strayTexts.map(({ box }) => {
    const detail = 'A text has characters that are in none of our fonts, and may be missing from the page.'
    return printFindingOf('text_character_missing', detail, { page, ...(box && { box }) })
  })
